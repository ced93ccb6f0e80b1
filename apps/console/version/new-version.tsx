import { useWords } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { entryOf } from './entry.ts'

/** Shortest time in ms between two checks, which only run while the page is visible. */
const ASK_MS = 5 * 60_000
const PAGE = '/jkweb/'

/** Returns the entry script of the loaded page. */
const own = (): string | undefined => entryOf(document.head.innerHTML)

async function isNewer(): Promise<boolean> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the page itself, which is no call of the API
    const answer = await fetch(PAGE, { cache: 'no-store', headers: { Accept: 'text/html' } })
    const theirs = answer.ok ? entryOf(await answer.text()) : undefined
    const ours = own()
    return theirs !== undefined && ours !== undefined && theirs !== ours
  } catch {
    return false // the offline banner reports this
  }
}

/** Draws a message when a newer console is served, and loads it at the person's request; unsaved input is asked about first. */
export function NewVersion() {
  const { t } = useWords()
  const [isThere, setIsThere] = useState(false)
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    if (isThere) return
    let last = Date.now()
    const look = (): void => {
      if (document.hidden || Date.now() - last < ASK_MS) return
      last = Date.now()
      void isNewer().then(newer => newer && setIsThere(true))
    }
    const timer = setInterval(look, 60_000)
    document.addEventListener('visibilitychange', look)
    return () => {
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
