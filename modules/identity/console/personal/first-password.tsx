import { api, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { changeOwnPassword } from '../../contract/calls/own-account.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { dialogProblem, EMPTY_PASSWORDS, type Passwords } from './password-rules.ts'
import { TextRow } from './text-row.tsx'
import { usePasswordHint } from './use-password-hint.ts'
import { useSend } from './use-send.ts'

const FIELDS = ['oldPassword', 'newPassword', 'checkPass'] as const

interface FirstPasswordProps {
  readonly isExpired: boolean
  readonly onDone: () => void
  readonly onSignOut: () => void
}

/**
 * Draws the replacement of a password that somebody else set or that is too old. The server refuses every other call until then,
 * so the dialog can only be left by signing out. Unlike the contract's dialog it stays open when the server refuses.
 */
export function FirstPassword({ isExpired, onDone, onSignOut }: FirstPasswordProps) {
  const { t } = useWords()
  const hint = usePasswordHint()
  const why = isExpired ? 'identity.expiredPassword' : 'identity.firstPassword'
  const [values, setValues] = useState<Passwords>(EMPTY_PASSWORDS)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = FIELDS.flatMap(field => {
      const word = dialogProblem(field, values)
      return word ? [[field, t(`identity.password.${word}`)]] : []
    })
    setWrong(Object.fromEntries(found))
    if (found.length > 0) return
    void send(async () => {
      await api.call(changeOwnPassword, await sealPasswords(values), { quiet: true })
      toast.good(t('identity.password.changed'))
      onDone()
    })
  }
  return (
    <Dialog
      open
      width={480}
      title={t(`${why}.title`)}
      foot={
        <>
          <Button onClick={onSignOut}>{t('identity.firstPassword.signOut')}</Button>
          <Button type="primary" htmlType="submit" form="first-password" loading={isBusy}>
            {t('kit.ok')}
          </Button>
        </>
      }
    >
      <form id="first-password" className="w-form" noValidate onSubmit={submit}>
        <p>{t(`${why}.what`)}</p>
        {FIELDS.map(field => (
          <TextRow
            key={field}
            name={field}
            kind="password"
            autoComplete={field === 'oldPassword' ? 'current-password' : 'new-password'}
            label={t(`identity.password.${field}`)}
            value={values[field]}
            hint={field === 'newPassword' ? hint : undefined}
            error={wrong[field] ?? errors[field]}
            onChange={text => setValues(now => ({ ...now, [field]: text }))}
          />
        ))}
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
