import { showInstant, useSession, useWords, useZone } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** First lines on paper: whose figures, of which page, as of when, printed by whom. On the screen it is not there. */
export function PrintHead({ title }: { title: string }) {
  const { t } = useWords()
  const zone = useZone()
  const me = useSession(session => session.me)
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    // The browser takes its picture of the page right after this event.
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
