import { checkPicture, type SignedIn } from '@wattyard/identity/contract'
import { InfoCircleOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { api, ApiError, beginSession, newIdempotencyKey, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import icon from '../icon.svg'
import { LanguageMenu } from '../layout/language-menu.tsx'
import { BASE } from '../routes/address.tsx'
import { ApplyForm } from './apply-form.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { FreeTry } from './free-try.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { Field } from './field.tsx'
import { PictureField } from './picture-field.tsx'
import { TRIAL_OVER } from './redirect.ts'
import { signIn } from './sign-in.ts'
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

interface LoginFormProps {
  username: string
  onUsername: (name: string) => void
  /** Message to show before the first attempt. */
  why: string
  onSignedIn: (answer: SignedIn) => void
  onForgotten: () => void
  /** Absent where applications are not accepted. */
  onApply: (() => void) | undefined
}

function LoginForm({ username, onUsername, why, onSignedIn, onForgotten, onApply }: LoginFormProps) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState(why)
  const [missing, setMissing] = useState<'username' | 'password' | 'picture' | null>(null)
  const [picture, setPicture] = useState({ uuid: '', code: '', error: '' })
  const [toFocus, setToFocus] = useState<{ readonly name: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  // Focuses after the render, because the picture's field appears with the failure that requires it.
  useEffect(() => {
    if (toFocus) focus(toFocus.name)
  }, [toFocus])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const name = username.trim()
    const isPictureEmpty = picture.uuid !== '' && picture.code.trim() === ''
    const gap = name === '' ? 'username' : password === '' ? 'password' : isPictureEmpty ? 'picture' : null
    setMissing(gap)
    setError('')
    if (gap) return focus(gap)
    setBusy(true)
    try {
      if (picture.uuid !== '') await answerPicture()
      onSignedIn(await signIn(name, password, remember))
    } catch (failure) {
      explain(failure)
    } finally {
      setBusy(false)
    }
  }

  /** Requests a new picture, because each sign-in attempt uses one up. */
  const newPicture = (why = ''): void => setPicture({ uuid: newIdempotencyKey(), code: '', error: why })

  const answerPicture = async (): Promise<void> => {
    const body = { uuid: picture.uuid, validateCode: picture.code }
    await api.call(checkPicture, body, { quiet: true })
  }

  const explain = (failure: unknown): void => {
    const known = failure instanceof ApiError && failure.message.length > 1 ? failure : null
    const isPicture = known?.code === 'identity.pictureOwed' || known?.code === 'identity.pictureWrong'
    if (isPicture || picture.uuid !== '') newPicture(known?.code === 'identity.pictureWrong' ? known.message : '')
    if (known?.code !== 'identity.pictureOwed' && known?.code !== 'identity.pictureWrong')
      setError(known?.message ?? t('kit.error.unreachable'))
    setToFocus({ name: isPicture ? 'picture' : 'password' })
  }
  return (
    <form ref={form} noValidate onSubmit={event => void submit(event)}>
      <Field
        name="username"
        label={t('shell.login.username')}
        autoComplete="username"
        maxLength={100}
        value={username}
        onChange={onUsername}
        error={missing === 'username' ? t('shell.login.usernameMissing') : ''}
      />
      <Field
        name="password"
        label={t('shell.login.password')}
        autoComplete="current-password"
        maxLength={128}
        isPassword
        value={password}
        onChange={setPassword}
        error={missing === 'password' ? t('shell.login.passwordMissing') : ''}
      />
      {picture.uuid !== '' && (
        <PictureField
          uuid={picture.uuid}
          why={t('shell.login.pictureWhy')}
          value={picture.code}
          error={missing === 'picture' ? t('shell.login.pictureMissing') : picture.error}
          onChange={code => setPicture(now => ({ ...now, code }))}
          onRenew={() => newPicture()}
        />
      )}
      <label className="s-login-remember">
        <input
          type="checkbox"
          name="rememberMe"
          checked={remember}
          onChange={event => setRemember(event.target.checked)}
        />
        {t('shell.login.remember')}
      </label>
      <div role="alert" className="s-login-error">
        {error}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t('shell.login.submit')}
      </Button>
      <p className="s-login-why s-login-others">
        <button type="button" className="w-link-button" onClick={onForgotten}>
          {t('shell.login.forgot')}
        </button>
        {onApply && (
          <button type="button" className="w-link-button" onClick={onApply}>
            {t('shell.login.apply.open')}
          </button>
        )}
      </p>
    </form>
  )
}
