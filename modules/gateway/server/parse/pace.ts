import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@wattyard/server-kit'

/** Calls that may wait for their turn; beyond it one is told to come back. */
const MAX_WAITING = 8
/** Rest after a piece of work, as a multiple of what it took. */
const REST = 3

/**
 * Lets work that holds the process up run one piece at a time, with rest after each: whatever is sent in, and by however many
 * people, it takes a quarter of a core at most and the others' calls get in between.
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
