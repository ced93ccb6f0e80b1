import { showInstant, useSession, useWords, useZone } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { PAGES } from '../routes/modules.ts'
import { useStationOfTopBar } from './chosen-station.ts'

/**
 * Draws the first lines on paper: company, page, station, time, and the person who printed it. Hidden on the screen.
 * @param path route of the page, which says whether it follows the chosen station; that stands in the top bar, which is not printed
 */
export function PrintHead({ title, path }: { title: string; path: string }) {
  const { t } = useWords()
  const zone = useZone()
  const me = useSession(session => session.me)
  const { name: station } = useStationOfTopBar()
  const isOfStation = station !== undefined && PAGES.get(path)?.entry.stations === 'narrowed'
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    // The browser captures the page right after this event.
    const now = (): void => flushSync(() => setAt(Date.now()))
    window.addEventListener('beforeprint', now)
    return () => window.removeEventListener('beforeprint', now)
  }, [])
  if (!me) return null
  const who = me.user.name || me.user.loginName
  return (
    <div className="s-print-head" aria-hidden="true">
      <span>
        {me.company?.name ?? t('shell.product')} · {title}
        {isOfStation && ` · ${station}`}
      </span>
      <span>{t('shell.printed', { time: `${showInstant(at, zone)} ${zone}`, name: who })}</span>
    </div>
  )
}
