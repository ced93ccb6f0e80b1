import { keep, useSession } from '@wattyard/console-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { likelyPages, readVisits, withVisit } from './likely-pages.ts'
import { preloadPage } from './open-page.ts'

const STORE_KEY = 'wattyard.visits'
/** Delay in ms before the first preload: a person who clicks at once must not wait for a page that may not be needed. */
const REST_MS = 400
/** Interval in ms of checking whether the shown page still waits for answers. */
const LOOK_MS = 60

/** Remembers that a page was opened. */
export function noteVisit(path: string): void {
  keep.write(STORE_KEY, JSON.stringify(withVisit(readVisits(keep.read(STORE_KEY)), path)))
}

// The next person at this browser must not see which pages the one before opened.
useSession.subscribe(({ token }) => {
  if (token === '') keep.write(STORE_KEY, '[]')
})

/** Waits until the browser is idle; a browser that cannot tell waits 200 ms. */
const idle = async (): Promise<void> =>
  new Promise(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5000 })
    else setTimeout(done, 200)
  })
const pause = async (ms: number): Promise<void> => new Promise(done => void setTimeout(done, ms))

/** Returns whether the person or the connection asks to save data. */
const mustSave = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/**
 * Preloads the pages that this person will probably open next, one after the other, once the shown page has its answers. A
 * preloaded page opens without waiting for its chunk and words.
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
