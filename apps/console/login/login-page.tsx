import { EyeInvisibleOutlined, EyeOutlined, InfoCircleOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { api, ApiError, beginSession, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import icon from '../icon.svg'
import { LanguageMenu } from '../layout/top-bar.tsx'
import { encryptPassword } from './encrypt-password.ts'
import './login-page.css'

interface PublicInfo {
  readonly product: string
  readonly profile: string
  readonly demo?: { readonly username: string; readonly hint: string }
}

interface LoginKey {
  /** AES key, 32 hex digits. */
  readonly key: string
  /** Name of the key, single use. */
  readonly id: string
}

async function signIn(username: string, password: string, rememberMe: boolean): Promise<string> {
  const { key, id } = await api.get<LoginKey>('/login/encrypt/key', {}, { quiet: true, fresh: true })
  const body = { username, password: encryptPassword(password, key), rememberMe, key: id, mobileLogin: true }
  const { token } = await api.post<{ token: string }>('/c/login', body, { quiet: true, form: true, timeoutMs: 30_000 })
  return token
}

/** Sign-in by name and password; what is wrong is said beside the field, and nothing typed is lost. */
export function LoginPage() {
  const { t, language } = useWords()
  useEffect(() => {
    document.title = `${t('shell.login.title')} – ${t('shell.product')}`
  }, [t])
  const info = useQuery({
    queryKey: ['public-info', language],
    queryFn: async ({ signal }) => api.get<PublicInfo>('/api/public/info', {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
          <h1>{t('shell.login.title')}</h1>
          <LoginForm />
          {info.data?.demo && (
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

function LoginForm() {
  const { t } = useWords()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [missing, setMissing] = useState<'username' | 'password' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const name = username.trim()
    const gap = name === '' ? 'username' : password === '' ? 'password' : null
    setMissing(gap)
    setError('')
    if (gap) return focus(gap)
    setBusy(true)
    try {
      beginSession(await signIn(name, password, remember))
    } catch (failure) {
      setError(failure instanceof ApiError && failure.message.length > 1 ? failure.message : t('kit.error.unreachable'))
      focus('password')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={event => void submit(event)}>
      <Field
        name="username"
        label={t('shell.login.username')}
        value={username}
        onChange={setUsername}
        error={missing === 'username' ? t('shell.login.usernameMissing') : ''}
      />
      <Field
        name="password"
        label={t('shell.login.password')}
        value={password}
        onChange={setPassword}
        error={missing === 'password' ? t('shell.login.passwordMissing') : ''}
      />
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
    </form>
  )
}

interface FieldProps {
  name: 'username' | 'password'
  label: string
  value: string
  onChange: (value: string) => void
  error: string
}

function Field({ name, label, value, onChange, error }: FieldProps) {
  const { t } = useWords()
  const [isPlain, setPlain] = useState(false)
  const isPassword = name === 'password'
  return (
    <div className="s-login-field">
      <label htmlFor={name}>{label}</label>
      <span className="s-login-input" data-bad={error ? '' : undefined}>
        <input
          id={name}
          name={name}
          type={isPassword && !isPlain ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={isPassword ? 128 : 100}
          value={value}
          aria-invalid={error !== '' || undefined}
          aria-describedby={error ? `${name}-error` : undefined}
          onChange={event => onChange(event.target.value)}
        />
        {isPassword && (
          <button
            type="button"
            className="w-icon-button"
            aria-label={t(isPlain ? 'shell.login.hide' : 'shell.login.show')}
            aria-pressed={isPlain}
            onClick={() => setPlain(!isPlain)}
          >
            {isPlain ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          </button>
        )}
      </span>
      {error && (
        <p id={`${name}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
