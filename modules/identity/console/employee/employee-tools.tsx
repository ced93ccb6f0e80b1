import { SendOutlined } from '@ant-design/icons'
import {
  lazyPart,
  type MenuAction,
  useList,
  useMay,
  usePage,
  useTabQuery,
  useWords,
  withParams,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { registration } from '../../contract/registration.ts'

const Applications = lazyPart(async () => (await import('./applications.tsx')).Applications)
const PasswordPolicy = lazyPart(async () => (await import('./password-policy.tsx')).PasswordPolicy)
const Duties = lazyPart(async () => (await import('./duties.tsx')).Duties)

type Panel = 'applications' | 'duties' | 'passwords'
/** Parameter of the URL that names the open panel. */
const PANEL = 'panel'

function usePanel() {
  const [params, setParams] = useTabQuery()
  const show = (panel: Panel | null) => setParams(before => withParams(before, { [PANEL]: panel }))
  return [params.get(PANEL), show] as const
}

/** Returns the rarer actions of the page: applications for an account, duties of offices, and the rule for passwords. */
export function useEmployeeMenu(): readonly MenuAction[] {
  const { t } = useWords()
  const [, show] = usePanel()
  const mayDecide = useMay('identity.registration:read')
  const maySeeDuties = useMay('identity.duty:read')
  const maySetPasswords = useMay('identity.tenant:setPasswordPolicy')
  const action = (key: Panel, label: string, isOpen: boolean): MenuAction[] =>
    isOpen ? [{ key, label, run: () => show(key) }] : []
  return [
    ...action('applications', t('identity.employee.applications'), mayDecide),
    ...action('duties', t('identity.employee.duties'), maySeeDuties),
    ...action('passwords', t('identity.passwordPolicy.open'), maySetPasswords),
  ]
}

/** Draws the buttons beside "new": an invitation, and applications for an account while some wait. */
export function EmployeeTools() {
  const { t } = useWords()
  const [panel, show] = usePanel()
  const { answer, open: openForm } = usePage()
  const mayInvite = useMay('identity.user:invite') && (answer?.can.includes('create') ?? false)
  const mayDecide = useMay('identity.registration:read')
  const waiting = useList(registration, { page: 1, pageSize: 20, 'filter.state': 'waiting' }, { enabled: mayDecide })
  const close = (): void => show(null)
  const count = waiting.data?.total ?? 0
  return (
    <>
      {count > 0 && (
        <Button onClick={() => show('applications')}>
          {t('identity.employee.applications')}
          <span className="w-tag" data-tone="wait">
            {count}
          </span>
        </Button>
      )}
      {mayInvite && (
        <Button icon={<SendOutlined />} onClick={() => openForm({ kind: 'create', next: 'invite' })}>
          {t('identity.invite.button')}
        </Button>
      )}
      {panel === 'applications' && <Applications onClose={close} />}
      {panel === 'duties' && <Duties onClose={close} />}
      {panel === 'passwords' && <PasswordPolicy onClose={close} />}
    </>
  )
}
