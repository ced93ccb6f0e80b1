import { useWords } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { servedBuild } from './newer.ts'

/** Shortest time in ms between two checks, which only run while the page is visible. */
const ASK_MS = 5 * 60_000
/** Shortest time in ms between two checks for code that did not come. */
const MISSING_MS = 10_000

/** Draws a message when a newer console is served, and loads it at the person's request; unsaved input is asked about first. */
export function NewVersion() {
  const { t } = useWords()
  const [isThere, setIsThere] = useState(false)
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    if (isThere) return
    let last = Date.now()
    const lookAfter = (ms: number): void => {
      if (document.hidden || Date.now() - last < ms) return
      last = Date.now()
      void servedBuild().then(build => build === 'newer' && setIsThere(true))
    }
    const look = (): void => lookAfter(ASK_MS)
    const lookSoon = (): void => lookAfter(MISSING_MS)
    const timer = setInterval(look, 60_000)
    document.addEventListener('visibilitychange', look)
    // Code that did not come is the first sign of another build; with unsaved input this message is the only way to it.
    window.addEventListener('vite:preloadError', lookSoon)
    return () => {
      window.removeEventListener('vite:preloadError', lookSoon)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isThere])
  if (!isThere || isLater) return null
  return (
    <output className="s-offline s-newer w-no-print">
      {t('shell.newer.text')}
      <button type="button" className="w-link-button" onClick={() => location.reload()}>
        {t('shell.newer.load')}
      </button>
      <button type="button" className="w-link-button" onClick={() => setIsLater(true)}>
        {t('shell.newer.later')}
      </button>
    </output>
  )
}
