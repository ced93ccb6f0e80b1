import {
  type LineColumn,
  LineList,
  type MenuAction,
  MoreMenu,
  showNumber,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { type TenantSeen } from '../../contract/calls/tenant.ts'
import type { Limited } from '../../contract/tenancy.ts'

export type Command = 'change' | 'suspend' | 'resume'
interface TenantTableProps {
  readonly list: readonly TenantSeen[]
  readonly onShow: (id: string) => void
  readonly onCommand: (command: Command, id: string) => void
}

/** Draws the tenants of the installation: a table, or on a phone a card per tenant. */
export function TenantTable({ list, onShow, onCommand }: TenantTableProps) {
  const { t, language } = useWords()
  const used = (what: Limited): LineColumn<TenantSeen> => ({
    key: what,
    head: t(`identity.tenants.${what}`),
    className: 'w-num',
    show: one => <Used tenant={one} what={what} />,
  })
  const columns: LineColumn<TenantSeen>[] = [
    {
      key: 'name',
      place: 'name',
      head: t('identity.tenant.noun'),
      show: one => <TenantName tenant={one} onShow={onShow} />,
    },
    {
      key: 'status',
      place: 'wide',
      head: t('identity.tenant.status'),
      show: one => <TenantState tenant={one} />,
    },
    used('people'),
    used('stations'),
    used('piles'),
    {
      key: 'orders',
      head: t('identity.tenants.orders'),
      className: 'w-num',
      show: one => showNumber(one.ordersThisMonth, language),
    },
    {
      key: 'lastSignIn',
      head: t('identity.tenants.lastSignIn'),
      show: one => (one.lastSignInAt === null ? t('identity.tenants.never') : <When at={one.lastSignInAt} />),
    },
    { key: 'createdAt', head: t('identity.tenants.createdAt'), show: one => <When at={one.createdAt} /> },
    {
      key: 'actions',
      place: 'beside',
      head: t('kit.actions'),
      show: one => <TenantActions tenant={one} onCommand={onCommand} />,
    },
  ]
  return <LineList rows={list} columns={columns} className="id-tenants-table" />
}

function TenantName({ tenant, onShow }: Pick<TenantTableProps, 'onShow'> & { tenant: TenantSeen }) {
  const { t } = useWords()
  return (
    <>
      <button type="button" className="w-link-button" onClick={() => onShow(tenant.id)}>
        {tenant.name}
      </button>
      <span className="w-quiet id-tenants-code">
        <span className="w-mono">{tenant.code}</span>
        {tenant.isHome && ` · ${t('identity.tenants.home')}`}
      </span>
    </>
  )
}

function TenantState({ tenant }: { tenant: TenantSeen }) {
  const { t } = useWords()
  return (
    <>
      <StatusTag of="identity.tenant.status" value={tenant.status} />
      {tenant.suspendedReason && <span className="w-quiet id-tenants-code">{tenant.suspendedReason}</span>}
      {tenant.deletionDueAt !== null && (
        <span className="id-tenants-code id-tenants-due">
          {t('identity.tenants.dueToGo')} <When at={tenant.deletionDueAt} />
        </span>
      )}
    </>
  )
}

/** Draws the used part of a limit; without a limit, the number itself. */
function Used({ tenant, what }: { tenant: TenantSeen; what: Limited }) {
  const { t, language } = useWords()
  const [used, max] = [tenant[what], tenant.limits[what]]
  const isOver = max !== null && used > max
  return (
    <span
      className="id-tenants-used"
      data-tone={isOver ? 'bad' : max !== null && used === max ? 'wait' : undefined}
      title={isOver ? t('identity.tenants.over') : undefined}
    >
      {max === null
        ? showNumber(used, language)
        : t('identity.tenants.usedOf', { used: showNumber(used, language), max: showNumber(max, language) })}
    </span>
  )
}

/** Returns the actions that a tenant allows now: one that is being or was deleted none, the home tenant no suspension. */
export function actionsOn({ status, isHome }: TenantSeen): readonly Command[] {
  if (status === 'deleting' || status === 'deleted') return []
  return isHome ? ['change'] : ['change', status === 'active' ? 'suspend' : 'resume']
}

/** Draws the actions on a tenant in its row. */
function TenantActions({ tenant, onCommand }: Pick<TenantTableProps, 'onCommand'> & { tenant: TenantSeen }) {
  const { t } = useWords()
  const action = (command: Command): MenuAction => ({
    key: command,
    label: t(`identity.tenancy.${command}`),
    danger: command === 'suspend',
    run: () => onCommand(command, tenant.id),
  })
  const actions = actionsOn(tenant)
  if (actions.length === 0) return null
  return <MoreMenu label={t('kit.actionsOf', { name: tenant.name })} actions={actions.map(action)} />
}
