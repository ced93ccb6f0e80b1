import { useSecond, useSession, useWords } from '@wattyard/console-kit'
import { useEffect } from 'react'
import { endTrial, signOut } from '../session/sign-out.ts'
import { leftText } from './left-text.ts'

/** Minutes before the end from which on the banner warns. */
const WARNS_MINUTES = 5

/** Draws what a guest may not do and the time left; at the end it leads to the login page, which says why. */
export function TrialBanner() {
  const endsAt = useSession(session => session.trialEndsAt)
  return endsAt === null ? null : <Trial endsAt={endsAt} />
}

function Trial({ endsAt }: { endsAt: number }) {
  const { t } = useWords()
  const left = Math.max(0, Math.ceil((endsAt - useSecond()) / 1_000))
  const isSoon = left <= WARNS_MINUTES * 60
  const isOver = left === 0
  useEffect(() => {
    if (isOver) endTrial()
  }, [isOver])
  return (
    <div className="s-trial w-no-print" data-tone={isSoon ? 'bad' : undefined}>
      <span>{t('shell.trial.text')}</span>
      <span className="w-num s-trial-left" role="timer">
        {t('shell.trial.left', { time: leftText(left) })}
      </span>
      {/* Read out once, unlike the seconds. */}
      <output className="w-sr">{isSoon ? t('shell.trial.soon', { minutes: WARNS_MINUTES }) : ''}</output>
      <button type="button" className="w-link-button" onClick={() => void signOut(true)}>
        {t('shell.trial.signIn')}
      </button>
    </div>
  )
}
