import { type LiveState, watchLive } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { servedBuild } from './newer.ts'

/** Number of failed attempts in a row after which the server counts as gone: one is a restart, or a stream that only has to be opened anew. */
const ATTEMPTS = 2
/** Time in ms between questions to a server whose stream is open: nobody closes the stream of one that hangs, or behind a line that was cut. */
const ASK_MS = 15_000

interface World {
  /** Tells the state of the stream of live events whenever it changes. */
  readonly watch: (watcher: (state: LiveState) => void) => () => void
  /** Returns whether the server answers. */
  readonly ask: () => Promise<boolean>
  readonly isHidden: () => boolean
}

/**
 * Tells whether the server answers, whenever that may have changed, until the returned function is called. The stream of live events
 * is the first to notice; it also fails for a person whose session has ended, so the server itself is asked before anything is said.
 * A hidden page asks nothing.
 */
export function watchServer({ watch, ask, isHidden }: World, tell: (isGone: boolean) => void): () => void {
  let failed = 0
  let silent = 0
  let isOver = false
  const stop = watch(state => {
    if (state === 'connected') {
      failed = 0
      silent = 0
      tell(false)
    }
    if (state !== 'lost') return
    failed += 1
    const attempt = failed
    if (failed >= ATTEMPTS)
      void ask().then(answers => {
        // An answer that came after the stream was back is about the past.
        if (!isOver && failed >= attempt) tell(!answers)
      })
  })
  const timer = setInterval(() => {
    // A lost stream asks by itself.
    if (isHidden() || failed > 0) return
    void ask().then(answers => {
      if (isOver || failed > 0) return
      silent = answers ? 0 : silent + 1
      tell(silent >= ATTEMPTS)
    })
  }, ASK_MS)
  return () => {
    isOver = true
    clearInterval(timer)
    stop()
  }
}

/** Returns whether the server does not answer although there is a network. */
export function useServerGone(): boolean {
  const [isGone, setIsGone] = useState(false)
  useEffect(
    () =>
      watchServer(
        {
          watch: watchLive,
          ask: async () => (await servedBuild()) !== null,
          isHidden: () => document.hidden,
        },
        setIsGone,
      ),
    [],
  )
  return isGone
}
