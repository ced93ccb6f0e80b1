import { api, ApiError, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { changeOwnPassword } from '../../contract/calls/own-account.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { dialogProblem, EMPTY_PASSWORDS, type Passwords } from './password-rules.ts'
import { TextRow } from './text-row.tsx'
import { usePasswordHint } from './use-password-hint.ts'

const FIELDS = ['oldPassword', 'newPassword', 'checkPass'] as const

/** Draws the contract's change-password dialog (§5), which closes after the server's answer, whatever it is. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const hint = usePasswordHint()
  const [values, setValues] = useState<Passwords>(EMPTY_PASSWORDS)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.call(changeOwnPassword, await sealPasswords(values), { quiet: true })
      toast.good(t('identity.password.changed'))
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      // The fields are gone with the dialog, so their errors are shown here.
      toast.bad(Object.values(known?.fields ?? {})[0] ?? (known?.message || t('kit.error.unexpected')))
    }
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = FIELDS.flatMap(field => {
      const word = dialogProblem(field, values)
      return word ? [[field, t(`identity.password.${word}`)]] : []
    })
    setErrors(Object.fromEntries(wrong))
    if (wrong.length === 0) void send()
  }
  return (
    <Dialog
      open
      width={480}
      title={t('identity.password.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="password-dialog" loading={isBusy}>
            {t('kit.ok')}
          </Button>
        </>
      }
    >
      <form id="password-dialog" className="w-form" noValidate onSubmit={submit}>
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
          />
        ))}
      </form>
    </Dialog>
  )
}
