import { SendOutlined } from '@ant-design/icons'
import { lazyPart, useList, useMay, usePage, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { registration } from '../../contract/registration.ts'

const Applications = lazyPart(async () => (await import('./applications.tsx')).Applications)
const PasswordPolicy = lazyPart(async () => (await import('./password-policy.tsx')).PasswordPolicy)
const Duties = lazyPart(async () => (await import('./duties.tsx')).Duties)

/** Draws the buttons beside "new": applications for an account, duties of offices, and the rule for passwords. */
export function EmployeeTools() {
  const { t } = useWords()
  const [open, setOpen] = useState<'applications' | 'duties' | 'passwords' | null>(null)
  const { answer, open: openForm } = usePage()
  const mayInvite = useMay('identity.user:invite') && (answer?.can.includes('create') ?? false)
  const mayDecide = useMay('identity.registration:read')
  const maySeeDuties = useMay('identity.duty:read')
  const maySetPasswords = useMay('identity.tenant:setPasswordPolicy')
  const waiting = useList(registration, { page: 1, pageSize: 20, 'filter.state': 'waiting' }, { enabled: mayDecide })
  const close = (): void => setOpen(null)
  return (
    <>
      {mayDecide && (
        <Button onClick={() => setOpen('applications')}>
          {t('identity.employee.applications')}
          {(waiting.data?.total ?? 0) > 0 && (
            <span className="w-tag" data-tone="wait">
              {waiting.data?.total}
            </span>
          )}
        </Button>
      )}
      {maySeeDuties && <Button onClick={() => setOpen('duties')}>{t('identity.employee.duties')}</Button>}
      {maySetPasswords && <Button onClick={() => setOpen('passwords')}>{t('identity.passwordPolicy.open')}</Button>}
      {mayInvite && (
        <Button icon={<SendOutlined />} onClick={() => openForm({ kind: 'create', next: 'invite' })}>
          {t('identity.invite.button')}
        </Button>
      )}
      {open === 'applications' && <Applications onClose={close} />}
      {open === 'duties' && <Duties onClose={close} />}
      {open === 'passwords' && <PasswordPolicy onClose={close} />}
    </>
  )
}
