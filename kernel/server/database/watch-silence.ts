/** A statement that has no answer for this long makes us ask whether the server still answers anybody. */
export const SILENCE_MS = 2_000
const LOOK_MS = 1_000

/** What the driver says when nothing came back in time, and nothing else. */
const TIMED_OUT = /^(timeout expired|Query read timeout)$/

export interface SilenceWatch {
  /** Does the work; when the server has fallen silent meanwhile, `giveUp` has to make it fail. */
  during<T>(work: () => Promise<T>, giveUp: () => void): Promise<T>
  stop(): void
}

interface Options {
  /** Asks the server on a connection of its own. */
  ask(): Promise<unknown>
  /** The server was found silent; told before those who wait are given up. */
  silent(cause: unknown): void
}

/**
 * Finds a server that keeps its connections and says nothing: stopped, swapped out, behind a line that swallows. No limit of
 * the server's own helps against that, for the server would have to keep it. A slow statement is no silence: another
 * connection gets its answer meanwhile. Silence is two questions without an answer, since one may have been asked while
 * our own process stood still.
 */
export function watchSilence({ ask, silent }: Options): SilenceWatch {
  const waiting = new Set<{ since: number; giveUp(): void }>()
  let isAsking = false

  async function isSilent(): Promise<unknown> {
    let cause: unknown = null
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        await ask()
        return null
      } catch (error) {
        if (!(error instanceof Error && TIMED_OUT.test(error.message))) return null // it said something, if only that it ends
        cause = error
      }
    }
    return cause
  }

  async function look(): Promise<void> {
    const until = performance.now() - SILENCE_MS
    if (isAsking || ![...waiting].some(one => one.since < until)) return
    isAsking = true
    try {
      const cause = await isSilent()
      if (cause === null) return
      silent(cause)
      for (const one of waiting) one.giveUp()
    } finally {
      isAsking = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    async during(work, giveUp) {
      const one = { since: performance.now(), giveUp }
      waiting.add(one)
      try {
        return await work()
      } finally {
        waiting.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}
