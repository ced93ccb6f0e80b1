import { checkPicture, type SignedIn } from '@wattyard/identity/contract'
import { api, ApiError, newIdempotencyKey, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { PictureField } from './picture-field.tsx'
import { signIn } from './sign-in.ts'
import './login-page.css'

interface LoginFormProps {
  username: string
  /** Absent where only this person may sign in. */
  onUsername?: (name: string) => void
  /** Message to show before the first attempt. */
  why: string
  onSignedIn: (answer: SignedIn) => void | Promise<void>
  onForgotten?: () => void
  /** Absent where applications are not accepted. */
  onApply?: (() => void) | undefined
}

/** Draws name and password, and the picture where one is required. Errors are shown beside their field, and typed input stays. */
export function LoginForm({ username, onUsername, why, onSignedIn, onForgotten, onApply }: LoginFormProps) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState(why)
  const [missing, setMissing] = useState<'username' | 'password' | 'picture' | null>(null)
  const [picture, setPicture] = useState({ uuid: '', code: '', error: '' })
  const [toFocus, setToFocus] = useState({ name: username === '' ? 'username' : 'password' })
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string): void => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  // Focuses after the render, because the picture's field appears with the failure that requires it.
  useEffect(() => focus(toFocus.name), [toFocus])

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
      await onSignedIn(await signIn(name, password, remember))
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
        {onForgotten && (
          <button type="button" className="w-link-button" onClick={onForgotten}>
            {t('shell.login.forgot')}
          </button>
        )}
        {onApply && (
          <button type="button" className="w-link-button" onClick={onApply}>
            {t('shell.login.apply.open')}
          </button>
        )}
      </p>
    </form>
  )
}
