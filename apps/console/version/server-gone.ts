import { watchLive } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { servedBuild } from './newer.ts'

/** Number of failed attempts in a row after which the server is asked: one is a restart, or a stream that only has to be opened anew. */
const ATTEMPTS = 2

/**
 * Returns whether the server does not answer although there is a network. The stream of live events is the first to notice; it also
 * fails for a person whose session has ended, so the server itself is asked before anything is said.
 */
export function useServerGone(): boolean {
  const [isGone, setIsGone] = useState(false)
  useEffect(() => {
    let failed = 0
    let isOver = false
    const stop = watchLive(state => {
      if (state === 'connected') {
        failed = 0
        setIsGone(false)
      }
      if (state !== 'lost') return
      failed += 1
      const attempt = failed
      if (failed >= ATTEMPTS)
        void servedBuild().then(build => {
          // An answer that came after the stream was back is about the past.
          if (!isOver && failed >= attempt) setIsGone(build === null)
        })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return isGone
}
