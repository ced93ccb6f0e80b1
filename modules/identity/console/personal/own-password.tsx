import { api, toast, useDirty, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { changeOwnPassword } from '../../contract/calls/own-account.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { blurProblem, EMPTY_PASSWORDS, type Passwords } from './password-rules.ts'
import { TextRow } from './text-row.tsx'
import { usePasswordHint } from './use-password-hint.ts'
import { useSend } from './use-send.ts'

const FIELDS = ['oldPassword', 'newPassword', 'checkPass'] as const

/**
 * Draws the change of the password by the contract's second rule set: errors are shown when a field is left, typed input stays.
 */
export function OwnPassword() {
  const { t } = useWords()
  const hint = usePasswordHint()
  const [values, setValues] = useState<Passwords>(EMPTY_PASSWORDS)
  const { isBusy, errors, setErrors, problem, send } = useSend()
  useDirty(FIELDS.some(field => values[field] !== ''))

  const check = (field: keyof Passwords): string => {
    const word = blurProblem(field, values)
    return word ? t(`identity.password.${word}`) : ''
  }
  const leave = (field: keyof Passwords): void => {
    const { [field]: _mended, ...rest } = errors
    const text = check(field)
    setErrors(text ? { ...rest, [field]: text } : rest)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = Object.fromEntries(FIELDS.map(field => [field, check(field)]).filter(([, text]) => text !== ''))
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    void send(async () => {
      await api.call(changeOwnPassword, await sealPasswords(values), { quiet: true })
      setValues(EMPTY_PASSWORDS)
      toast.good(t('identity.password.changed'))
    })
  }
  return (
    <section className="w-card w-card-pad">
      <h2>{t('identity.password.title')}</h2>
      <p className="w-quiet">{t('identity.password.what')}</p>
      <form className="w-form" noValidate onSubmit={submit}>
        {FIELDS.map(field => (
          <TextRow
            key={field}
            name={field}
            kind="password"
            autoComplete={field === 'oldPassword' ? 'current-password' : 'new-password'}
            label={t(`identity.password.${field}`)}
            value={values[field]}
            hint={field === 'newPassword' ? hint : undefined}
            error={errors[field]}
            onChange={text => setValues(now => ({ ...now, [field]: text }))}
            onBlur={() => values[field] !== '' && leave(field)}
          />
        ))}
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
        <div className="w-row">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('identity.password.change')}
          </Button>
        </div>
      </form>
    </section>
  )
}
