import { api, Dialog, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type TenantDeletion,
  type TenantSeen,
  askTenantDeletion,
  approveTenantDeletion,
} from '../../contract/calls/tenant.ts'
import { TextRow } from '../personal/text-row.tsx'
import { useSend } from '../personal/use-send.ts'
import { sealPasswords } from '../seal-passwords.ts'

interface StepProps {
  readonly title: string
  readonly ok: string
  readonly isReady: boolean
  readonly send: (sealed: { readonly password: string; readonly key: string }) => Promise<void>
  readonly onClose: () => void
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** Draws a dialog that requires the password again. */
function PasswordStep({ title, ok, isReady, send: work, onClose, children }: StepProps) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      await work(await sealPasswords({ password }))
      onClose()
    })
  }
  return (
    <Dialog
      open
      width={480}
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            danger
            htmlType="submit"
            form="tenant-deletion"
            loading={isBusy}
            disabled={!isReady || password === ''}
          >
            {ok}
          </Button>
        </>
      }
    >
      <form id="tenant-deletion" className="w-form" noValidate onSubmit={submit}>
        {children(errors)}
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

/** Draws the request for a deletion: the tenant's full name, the reason, and the requester's password. */
export function AskDeletion({ tenant, onClose }: { tenant: TenantSeen; onClose: () => void }) {
  const { t } = useWords()
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  return (
    <PasswordStep
      title={t('identity.tenantDeletion.startTitle', { name: tenant.name })}
      ok={t('identity.tenantDeletion.start')}
      isReady={name.trim() === tenant.name.trim() && reason.trim() !== ''}
      onClose={onClose}
      send={async sealed => {
        await api.call(askTenantDeletion, { id: tenant.id, name, reason, ...sealed }, { quiet: true })
        toast.good(t('identity.tenantDeletion.asked'))
      }}
    >
      {errors => (
        <>
          <TextRow
            name="name"
            label={t('identity.tenantDeletion.name', { name: tenant.name })}
            value={name}
            onChange={setName}
            error={errors.name}
          />
          <TextRow
            name="reason"
            label={t('identity.tenantDeletion.reason')}
            value={reason}
            onChange={setReason}
            error={errors.reason}
          />
        </>
      )}
    </PasswordStep>
  )
}

interface ApproveProps {
  readonly tenant: TenantSeen
  readonly deletion: TenantDeletion
  readonly waitDays: number
  readonly onClose: () => void
}

/** Draws the approval of a deletion by a second person, with their own password. */
export function ApproveDeletion({ tenant, deletion, waitDays, onClose }: ApproveProps) {
  const { t } = useWords()
  return (
    <PasswordStep
      title={t('identity.tenantDeletion.approveTitle', { name: tenant.name })}
      ok={t('identity.tenantDeletion.approve')}
      isReady
      onClose={onClose}
      send={async sealed => {
        await api.call(approveTenantDeletion, { id: tenant.id, ...sealed }, { quiet: true })
        toast.good(t('identity.tenantDeletion.approved'))
      }}
    >
      {() => (
        <p>
          {t('identity.tenantDeletion.approveWhat', {
            by: deletion.askedBy,
            reason: deletion.reason,
            days: waitDays,
          })}
        </p>
      )}
    </PasswordStep>
  )
}
