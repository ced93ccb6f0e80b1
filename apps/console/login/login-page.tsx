import type { SignedIn } from '@wattyard/identity/contract'
import { InfoCircleOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { beginSession, useWords } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import icon from '../icon.svg'
import { LanguageMenu } from '../layout/language-menu.tsx'
import { BASE } from '../routes/address.tsx'
import { ApplyForm } from './apply-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { FreeTry } from './free-try.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { LoginForm } from './login-form.tsx'
import { TRIAL_OVER } from './redirect.ts'
import { usePublicInfo } from './use-strength-hint.ts'
import './login-page.css'

/** Form that replaces name and password. */
type Other = 'forgot' | 'apply' | 'invitation' | null

const TITLES = {
  none: 'shell.login.title',
  forgot: 'shell.login.title',
  apply: 'shell.login.apply.open',
  invitation: 'shell.login.invitation.title',
} as const

/** Draws the sign-in by name and password. Errors are shown beside their field, and typed input stays. */
export function LoginPage({ invitation }: { invitation: string | null }) {
  const { t } = useWords()
  const [other, setOther] = useState<Other>(invitation === null ? null : 'invitation')
  useEffect(() => {
    document.title = `${t('shell.login.title')} – ${t('shell.product')}`
  }, [t])
  const info = usePublicInfo()
  const isTrialOver = window.location.search === `?${TRIAL_OVER}`
  return (
    <div className="s-login">
      <header className="s-login-pitch">
        <span className="s-login-brand">
          <img src={icon} alt="" width={36} height={36} />
          {t('shell.product')}
        </span>
        <div>
          <p className="s-login-tagline">{t('shell.tagline')}</p>
          <ul>
            {['point1', 'point2', 'point3'].map(point => (
              <li key={point}>
                <ThunderboltOutlined aria-hidden="true" />
                {t(`shell.login.${point}`)}
              </li>
            ))}
          </ul>
        </div>
        <span />
      </header>
      <main className="s-login-main">
        <div className="s-login-top">
          <LanguageMenu />
        </div>
        <div className="s-login-box">
          <h1>{t(TITLES[other ?? 'none'])}</h1>
          {isTrialOver && other === null && <output className="s-login-why">{t('shell.login.trialOver')}</output>}
          <SignIn
            invitation={invitation ?? ''}
            other={other}
            onOther={setOther}
            takesApplications={info.data?.registration ?? false}
          />
          {info.data?.freeTry && other === null && <FreeTry />}
          {info.data?.demo && other !== 'apply' && other !== 'invitation' && (
            <aside className="s-login-demo">
              <InfoCircleOutlined aria-hidden="true" />
              <div>
                <strong>{t('shell.login.demo')}</strong> ·{' '}
                {t('shell.login.demoUser', { name: info.data.demo.username })}
                <p>{info.data.demo.hint}</p>
              </div>
            </aside>
          )}
        </div>
        <span />
      </main>
    </div>
  )
}

interface SignInProps {
  invitation: string
  other: Other
  onOther: (other: Other) => void
  takesApplications: boolean
}

/** Draws name and password, then the code when one is required; going back keeps the name. */
function SignIn({ invitation, other, onOther, takesApplications }: SignInProps) {
  const [owed, setOwed] = useState('')
  const [why, setWhy] = useState('')
  const [username, setUsername] = useState('')
  const back = (): void => onOther(null)
  // Somebody else may have been signed in here, so a full load drops all their data and the link in the address.
  const startAnew = (answer?: SignedIn): void =>
    window.location.replace(answer && answer.owes === undefined ? `${BASE}/` : `${BASE}/login`)
  const goOn = ({ token, owes }: SignedIn): void => {
    if (owes === 'code') setOwed(token)
    else beginSession(token)
  }
  if (other === 'forgot') return <ForgotForm username={username} onUsername={setUsername} onBack={back} />
  if (other === 'apply') return <ApplyForm onBack={back} />
  if (other === 'invitation')
    return <InvitationForm invitation={invitation} onSignedIn={startAnew} onBack={() => startAnew()} />
  if (owed !== '')
    return (
      <CodeForm
        token={owed}
        onSignedIn={goOn}
        onBack={reason => {
          setOwed('')
          setWhy(reason)
        }}
      />
    )
  return (
    <LoginForm
      username={username}
      onUsername={setUsername}
      why={why}
      onSignedIn={goOn}
      onForgotten={() => onOther('forgot')}
      onApply={takesApplications ? () => onOther('apply') : undefined}
    />
  )
}
