import { keep, useSession } from '@wattyard/console-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { likelyPages, readVisits, withVisit } from './likely-pages.ts'
import { preloadPage } from './open-page.ts'

const STORE_KEY = 'wattyard.visits'
/** Before the first of them, in ms: who clicks at once must not wait for a page that somebody might want. */
const REST_MS = 1000
/** Between two looks whether the page that is shown still waits for its answers, in ms. */
const LOOK_MS = 60

/** Remembers that a page was opened. */
export function noteVisit(path: string): void {
  keep.write(STORE_KEY, JSON.stringify(withVisit(readVisits(keep.read(STORE_KEY)), path)))
}

// The next person at this browser is not told what the one before used to open.
useSession.subscribe(({ token }) => {
  if (token === '') keep.write(STORE_KEY, '[]')
})

/** A browser that cannot say when it is idle is given a moment. */
const idle = async (): Promise<void> =>
  new Promise(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5000 })
    else setTimeout(done, 200)
  })
const pause = async (ms: number): Promise<void> => new Promise(done => void setTimeout(done, ms))

/** Whether the person, or the line, asks to load no more than is needed. */
const mustSave = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/**
 * Fetches what this person will probably open next, one page after the other, while nothing else is going on: once the
 * first page has its answers. A page that is here already opens without waiting for its chunk and its words.
 */
export function useFetchAhead(isReady: boolean, open: readonly string[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isReady || mustSave()) return
    let isOver = false
    const run = async (): Promise<void> => {
      await pause(REST_MS)
      for (const path of likelyPages(readVisits(keep.read(STORE_KEY)), open)) {
        do await pause(LOOK_MS)
        while (!isOver && queries.isFetching() > 0)
        await idle()
        if (isOver) return
        await preloadPage(path)
      }
    }
    void run()
    return () => {
      isOver = true
    }
  }, [isReady, open, queries])
}
