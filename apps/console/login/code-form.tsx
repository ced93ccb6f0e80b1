import { signInByCode, type SignedIn } from '@wattyard/identity/contract'
import { api, ApiError, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BackLink } from './back-link.tsx'
import { Field } from './field.tsx'

interface CodeFormProps {
  /** Token of the session that must enter the code. */
  token: string
  onSignedIn: (answer: SignedIn) => void | Promise<void>
  /** Returns to name and password, with a message to show there. */
  onBack: (why: string) => void
}

/** Draws the second step of the sign-in: the code of the app, or a recovery code. */
export function CodeForm({ token, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = (): void => form.current?.querySelector('input')?.focus()
  useEffect(focus, [])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '') {
      setError(t('shell.login.codeMissing'))
      return focus()
    }
    setBusy(true)
    setError('')
    try {
      const body = { code, handle: token }
      await onSignedIn(await api.call(signInByCode, body, { quiet: true }))
    } catch (failure) {
      const known = failure instanceof ApiError && failure.message.length > 1 ? failure : null
      // The session has expired or ended, so the password is asked again.
      if (known?.status === 401) return onBack(known.message)
      setError(known ? (known.fields.code ?? known.message) : t('kit.error.unreachable'))
      focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={event => void submit(event)}>
      <p className="s-login-why">{t('shell.login.codeWhy')}</p>
      <Field
        name="code"
        label={t('shell.login.code')}
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={setCode}
        error={error}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t('shell.login.submit')}
      </Button>
      <BackLink onBack={() => onBack('')} />
    </form>
  )
}
