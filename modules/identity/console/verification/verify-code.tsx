import { api, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { verifySession } from '../../contract/calls/second-factor.ts'
import { TextRow } from '../personal/text-row.tsx'
import { useSend } from '../personal/use-send.ts'

/** Draws a form for a code of the authenticator app, or a recovery code. */
export function VerifyCode({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      await api.call(verifySession, { code }, { quiet: true })
      await onDone()
    })
  }
  return (
    <form className="w-form" noValidate onSubmit={submit}>
      <TextRow
        name="code"
        kind="code"
        label={t('identity.factor.codeOrRecovery')}
        value={code}
        onChange={setCode}
        error={errors.code}
      />
      {problem && (
        <p className="w-field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="w-row">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('identity.verification.verify')}
        </Button>
      </div>
    </form>
  )
}
