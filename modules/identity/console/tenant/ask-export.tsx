import { api, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { TenantSeen } from '../../contract/tenancy.ts'
import { TextRow } from '../personal/text-row.tsx'
import { useSend } from '../personal/use-send.ts'
import { sealPasswords } from '../seal-passwords.ts'

/** Everything of a tenant in one file takes the asker's password once more. */
export function AskExport({ tenant, onClose }: { tenant: TenantSeen; onClose: () => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      const sealed = await sealPasswords({ password })
      await api.post('/api/sys/tenants/export', { id: tenant.id, ...sealed }, { quiet: true })
      toast.good(t('identity.tenantExport.asked'))
      onClose()
    })
  }
  return (
    <Dialog
      open
      width={480}
      title={t('identity.tenantExport.startTitle', { name: tenant.name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="ask-export" loading={isBusy} disabled={password === ''}>
            {t('identity.tenantExport.start')}
          </Button>
        </>
      }
    >
      <form id="ask-export" className="w-form" noValidate onSubmit={submit}>
        <p>{t('identity.tenantExport.why')}</p>
        <TextRow
          name="password"
          kind="password"
          autoComplete="current-password"
          label={t('identity.factor.ownPassword')}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
