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
  /** Returns the end of a postponement that starts now, epoch ms; null when the item cannot be postponed. */
  readonly until: (item: Deferred) => number | null
  readonly isOff: (item: Deferred) => boolean
  /** Returns the end of an item's postponement, epoch ms; null when it is not postponed. */
  readonly offUntil: (id: string) => number | null
  readonly putOff: (item: Deferred) => void
  readonly takeBack: (id: string) => void
}

/**
 * Keeps the postponed items of a list in this browser: only ids, times and stamps. An item comes back when its time has come or
 * when it has changed. Without a list name nothing can be postponed.
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
