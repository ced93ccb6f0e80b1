import { api, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button, QRCode } from 'antd'
import { type FormEvent, useState } from 'react'
import { type FactorProposal, beginFactor, confirmFactor } from '../../contract/calls/second-factor.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { TextRow } from './text-row.tsx'
import { useSend } from './use-send.ts'

/** Draws the setup of the second factor in one dialog: password, QR code, first code, recovery codes. */
export function FactorSetup({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [proposal, setProposal] = useState<FactorProposal | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, errors, problem, send } = useSend()

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      if (!proposal) {
        const sealed = await sealPasswords({ password })
        setProposal(await api.call(beginFactor, sealed, { quiet: true }))
        return
      }
      const answer = await api.call(confirmFactor, { code }, { quiet: true })
      setCodes(answer.recoveryCodes)
      toast.good(t('identity.factor.switchedOn'))
    })
  }
  const foot = codes ? (
    <Button type="primary" onClick={onClose}>
      {t('identity.factor.keptCodes')}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{t('kit.cancel')}</Button>
      <Button type="primary" htmlType="submit" form="factor-setup" loading={isBusy}>
        {t(proposal ? 'identity.factor.switchOn' : 'identity.factor.next')}
      </Button>
    </>
  )
  return (
    <Dialog open width={560} title={t('identity.factor.switchOn')} onClose={onClose} foot={foot}>
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <form id="factor-setup" className="w-form" noValidate onSubmit={submit}>
          {proposal ? (
            <>
              <p>{t('identity.factor.scan')}</p>
              <div className="id-qr">
                <span className="id-qr-code" aria-hidden="true">
                  <QRCode value={proposal.uri} size={176} type="svg" bordered={false} color="#111" bgColor="#fff" />
                </span>
                <div>
                  <p className="w-quiet">{t('identity.factor.orType')}</p>
                  <p className="id-secret">{proposal.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
                </div>
              </div>
              <TextRow
                key="code"
                name="code"
                kind="code"
                label={t('identity.factor.code')}
                hint={t('identity.factor.codeHint')}
                value={code}
                onChange={setCode}
                error={errors.code}
              />
            </>
          ) : (
            <TextRow
              key="password"
              name="password"
              kind="password"
              autoComplete="current-password"
              label={t('identity.factor.ownPassword')}
              hint={t('identity.factor.whyPassword')}
              value={password}
              onChange={setPassword}
              error={errors.password}
            />
          )}
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
