import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@wattyard/server-kit'

/** Calls that may wait for their turn; further ones are refused with 429. */
const MAX_WAITING = 8
/** Pause after a piece of work, as a multiple of its duration. */
const REST = 3

/**
 * Runs blocking work one piece at a time, with a pause after each, so that it takes at most a quarter of a core however much is
 * submitted, and other calls are served in between.
 */
export interface Pace {
  /** @throws Refusal `kernel.tooManyAtOnce` (429) when too many wait already */
  run<T>(work: () => T): Promise<T>
}

export function createPace(): Pace {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async run(work) {
      if (waiting >= MAX_WAITING) throw new Refusal('kernel.tooManyAtOnce', { status: 429, params: { seconds: 2 } })
      waiting++
      const before = last
      let rested = () => {}
      last = new Promise<void>(resolve => {
        rested = resolve
      })
      await before
      const began = performance.now()
      try {
        return work()
      } finally {
        waiting--
        void sleep(REST * (performance.now() - began)).then(rested)
      }
    },
  }
}
