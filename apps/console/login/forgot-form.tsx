import { askResetCode, takeResetCode } from '@wattyard/identity/contract'
import { api, toast, useWords } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'
import { Button } from 'antd'
import { useState } from 'react'
import { BackLink } from './back-link.tsx'
import { Field } from './field.tsx'
import { useSending } from './use-sending.ts'
import { useStrengthHint } from './use-strength-hint.ts'

interface ForgotFormProps {
  /** Name that was already typed. */
  username: string
  onUsername: (name: string) => void
  onBack: () => void
}

/**
 * Draws the reset of a forgotten password: it requests a one-time code, then uses it. The answer never depends on existing
 * accounts.
 */
export function ForgotForm({ username, onUsername, onBack }: ForgotFormProps) {
  const { t } = useWords()
  const hint = useStrengthHint()
  const [isAsked, setAsked] = useState(false)
  const [values, setValues] = useState({ code: '', newPassword: '', checkPass: '' })
  const put = (field: keyof typeof values) => (text: string) => setValues(now => ({ ...now, [field]: text }))

  const act = async (): Promise<void> => {
    const name = username.trim()
    if (!isAsked) {
      await api.call(askResetCode, { username: name }, { quiet: true })
      return setAsked(true)
    }
    const { newPassword, checkPass } = values
    const body = { username: name, code: values.code, ...(await sealPasswords({ newPassword, checkPass })) }
    await api.call(takeResetCode, body, { quiet: true })
    toast.good(t('shell.login.forgotDone'))
    onBack()
  }
  const gaps = (): Record<string, string> => {
    if (username.trim() === '') return { username: t('shell.login.usernameMissing') }
    return isAsked && values.code.trim() === '' ? { code: t('shell.login.codeMissing') } : {}
  }
  const { isBusy, errors, problem, submit } = useSending(gaps, act)
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <p className="s-login-why">{t(isAsked ? 'shell.login.forgotSent' : 'shell.login.forgotWhat')}</p>
      <Field
        name="username"
        label={t('shell.login.username')}
        autoComplete="username"
        maxLength={100}
        value={username}
        onChange={onUsername}
        error={errors.username ?? ''}
      />
      {isAsked && (
        <>
          <Field
            name="code"
            label={t('shell.login.oneTimeCode')}
            autoComplete="one-time-code"
            maxLength={40}
            value={values.code}
            onChange={put('code')}
            error={errors.code ?? ''}
          />
          {(['newPassword', 'checkPass'] as const).map(field => (
            <Field
              key={field}
              name={field}
              label={t(`shell.login.${field}`)}
              autoComplete="new-password"
              maxLength={128}
              isPassword
              hint={field === 'newPassword' ? hint : undefined}
              value={values[field]}
              onChange={put(field)}
              error={errors[field] ?? ''}
            />
          ))}
        </>
      )}
      <div role="alert" className="s-login-error">
        {problem}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t(isAsked ? 'shell.login.forgotUse' : 'shell.login.forgotAsk')}
      </Button>
      <BackLink onBack={onBack} />
    </form>
  )
}
