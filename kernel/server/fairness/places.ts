import { Refusal } from '../refusal.ts'
import type { Requester } from './requester.ts'

/** Most of one kind of thing at once: over all, of one tenant (or all strangers), of one session (or address). */
export interface PlaceLimits {
  all: number
  group: number
  name: number
}

export interface Places {
  /**
   * Takes one place.
   *
   * @returns what gives it back; calling that again does nothing
   * @throws Refusal `kernel.tooManyAtOnce` (429) when the session or tenant has all of its own, `kernel.busy` (503) when
   *   everybody together has
   */
  take(asker: Requester): () => void
  /** Places taken. */
  readonly taken: number
}

const RETRY_S = 5

/** Counts what is under way, so that nobody has all of it. */
export function createPlaces(limits: PlaceLimits): Places {
  const groups = new Map<string, number>()
  const names = new Map<string, number>()
  let all = 0
  const add = (map: Map<string, number>, key: string, by: 1 | -1) => {
    const now = (map.get(key) ?? 0) + by
    if (now > 0) map.set(key, now)
    else map.delete(key)
  }
  return {
    take({ group, name }) {
      const whole = `${group} ${name}`
      if ((names.get(whole) ?? 0) >= limits.name || (groups.get(group) ?? 0) >= limits.group)
        throw new Refusal('kernel.tooManyAtOnce', { status: 429, params: { seconds: RETRY_S } })
      if (all >= limits.all) throw new Refusal('kernel.busy', { status: 503, params: { seconds: RETRY_S } })
      all++
      add(groups, group, 1)
      add(names, whole, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all--
        add(groups, group, -1)
        add(names, whole, -1)
      }
    },
    get taken() {
      return all
    },
  }
}
