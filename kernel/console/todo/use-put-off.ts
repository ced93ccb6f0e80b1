import { useState } from 'react'
import { usePersonalKey } from '../session/personal-key.ts'
import { keep } from '../session/settings.ts'
import { useNow } from '../ui/use-now.ts'
import { isPutOff, laterUntil, type PutOff, readPutOff } from './put-off.ts'

interface Deferred {
  readonly id: string
  readonly stamp?: string
  readonly deadline?: number | null
}

interface PuttingOff {
  /** Epoch ms until when it may be put off now; null when it may not. */
  readonly until: (item: Deferred) => number | null
  readonly isOff: (item: Deferred) => boolean
  /** Epoch ms until when it is put off. */
  readonly offUntil: (id: string) => number | null
  readonly putOff: (item: Deferred) => void
  readonly takeBack: (id: string) => void
}

/**
 * What a person has put off in a list, in this browser: ids and times only, nothing of what they stand for. It comes back
 * when its time has come or when it has changed. Without a name nothing can be put off.
 */
export function usePutOff(list: string | undefined): PuttingOff {
  const now = useNow()
  const key = usePersonalKey(`later.${list ?? ''}`)
  const [stored, setStored] = useState<Readonly<Record<string, PutOff>>>(() =>
    list === undefined || key === null ? {} : readPutOff(keep.read(key), Date.now()),
  )
  const change = (next: Readonly<Record<string, PutOff>>): void => {
    setStored(next)
    if (key !== null) keep.write(key, JSON.stringify(next))
  }
  const until = (item: Deferred): number | null => (list === undefined ? null : laterUntil(now, item.deadline))
  return {
    until,
    isOff: item => isPutOff(stored[item.id], item.stamp ?? '', now),
    offUntil: id => stored[id]?.until ?? null,
    putOff(item) {
      const time = until(item)
      if (time !== null) change({ ...stored, [item.id]: { until: time, stamp: item.stamp ?? '' } })
    },
    takeBack(id) {
      const { [id]: _back, ...others } = stored
      change(others)
    },
  }
}
