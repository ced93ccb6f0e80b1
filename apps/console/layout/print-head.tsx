import { showInstant, useSession, useWords, useZone } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Draws the first lines on paper: company, page, time, and the person who printed it. Hidden on the screen. */
export function PrintHead({ title }: { title: string }) {
  const { t } = useWords()
  const zone = useZone()
  const me = useSession(session => session.me)
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
      </span>
      <span>{t('shell.printed', { time: `${showInstant(at, zone)} ${zone}`, name: who })}</span>
    </div>
  )
}
