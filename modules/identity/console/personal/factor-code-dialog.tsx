import { api, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { switchFactorOff, replaceRecoveryCodes } from '../../contract/calls/second-factor.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { TextRow } from './text-row.tsx'
import { useSend } from './use-send.ts'

/** Draws the dialog that switches the second factor off or renews the recovery codes; both require the password and a code. */
export function FactorCodeDialog({ kind, onClose }: { kind: 'off' | 'recovery'; onClose: () => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, errors, problem, send } = useSend()
  const title = t(kind === 'off' ? 'identity.factor.switchOff' : 'identity.factor.renewCodes')

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      const body = { ...(await sealPasswords({ password })), code }
      const answer = await api.call(kind === 'off' ? switchFactorOff : replaceRecoveryCodes, body, { quiet: true })
      if (answer) return setCodes(answer.recoveryCodes)
      toast.good(t('identity.factor.switchedOff'))
      onClose()
    })
  }
  return (
    <Dialog
      open
      width={560}
      title={title}
      onClose={onClose}
      foot={
        codes ? (
          <Button type="primary" onClick={onClose}>
            {t('identity.factor.keptCodes')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button type="primary" danger={kind === 'off'} htmlType="submit" form={`factor-${kind}`} loading={isBusy}>
              {title}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <form id={`factor-${kind}`} className="w-form" noValidate onSubmit={submit}>
          <p className="w-quiet">{t(`identity.factor.${kind}What`)}</p>
          <TextRow
            name="password"
            kind="password"
            autoComplete="current-password"
            label={t('identity.factor.ownPassword')}
            value={password}
            onChange={setPassword}
            error={errors.password}
          />
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
        </form>
      )}
    </Dialog>
  )
}
