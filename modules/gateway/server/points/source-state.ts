import { col } from '@wattyard/server-kit'
import type { PointValue } from '../../contract/point-map/decode-point.ts'

interface StoredValue {
  value: string | null
  raw: string
  word: string | null
  doubt: PointValue['doubt']
  at: number
}

/** Columns that the poller keeps besides the fields of a source. */
export const SOURCE_STATE = {
  /** Latest value of each point by its key, written by `storeReading`. */
  latest: col.json<Readonly<Record<string, StoredValue>>>(),
  next_at: col.instant,
  avoids_gaps: col.boolean,
}
