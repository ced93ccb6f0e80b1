import { api, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { confirmPassword } from '../../contract/calls/second-factor.ts'
import { TextRow } from '../personal/text-row.tsx'
import { useSend } from '../personal/use-send.ts'
import { sealPasswords } from '../seal-passwords.ts'

/** Draws a form that asks for the password again, before the means of verification are changed. */
export function PasswordAgain({ onDone }: { onDone: () => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      await api.call(confirmPassword, await sealPasswords({ password }), { quiet: true })
      onDone()
    })
  }
  return (
    <form className="w-form" noValidate onSubmit={submit}>
      <TextRow
        name="password"
        kind="password"
        autoComplete="current-password"
        label={t('identity.factor.ownPassword')}
        hint={t('identity.factor.whyPassword')}
        value={password}
        onChange={setPassword}
        error={errors.password}
      />
      {problem && (
        <p className="w-field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="w-row">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('identity.factor.next')}
        </Button>
      </div>
    </form>
  )
}
