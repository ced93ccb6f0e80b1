import { type MenuAction, MoreMenu, StatusTag, useSettings, useWords, showNumber, When } from '@wattyard/console-kit'
import type { Limited, TenantSeen } from '../../contract/tenancy.ts'

export type Command = 'change' | 'suspend' | 'resume'
interface TenantTableProps {
  readonly list: readonly TenantSeen[]
  readonly onShow: (id: string) => void
  readonly onCommand: (command: Command, id: string) => void
}

export function TenantTable({ list, onShow, onCommand }: TenantTableProps) {
  const { t, language } = useWords()
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain id-tenants-table">
        <thead>
          <tr>
            <th>{t('identity.tenant.noun')}</th>
            <th>{t('identity.tenant.status')}</th>
            <th className="w-num">{t('identity.tenants.people')}</th>
            <th className="w-num">{t('identity.tenants.stations')}</th>
            <th className="w-num">{t('identity.tenants.piles')}</th>
            <th className="w-num">{t('identity.tenants.orders')}</th>
            <th>{t('identity.tenants.lastSignIn')}</th>
            <th>{t('identity.tenants.createdAt')}</th>
            <th aria-label={t('kit.actions')} />
          </tr>
        </thead>
        <tbody>
          {list.map(one => (
            <tr key={one.id}>
              <td>
                <button type="button" className="w-link-button" onClick={() => onShow(one.id)}>
                  {one.name}
                </button>
                <span className="w-quiet id-tenants-code">
                  <span className="w-mono">{one.code}</span>
                  {one.isHome && ` · ${t('identity.tenants.home')}`}
                </span>
              </td>
              <td>
                <StatusTag of="identity.tenant.status" value={one.status} />
                {one.suspendedReason && <span className="w-quiet id-tenants-code">{one.suspendedReason}</span>}
                {one.deletionDueAt !== null && (
                  <span className="id-tenants-code id-tenants-due">
                    {t('identity.tenants.dueToGo')} <When at={one.deletionDueAt} />
                  </span>
                )}
              </td>
              <Used tenant={one} what="people" />
              <Used tenant={one} what="stations" />
              <Used tenant={one} what="piles" />
              <td className="w-num">{showNumber(one.ordersThisMonth, language)}</td>
              <td>{one.lastSignInAt === null ? t('identity.tenants.never') : <When at={one.lastSignInAt} />}</td>
              <td>
                <When at={one.createdAt} />
              </td>
              <td>
                <TenantActions tenant={one} onCommand={onCommand} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How much of a limit is used; without one, how much there is. */
export function Used({ tenant, what }: { tenant: TenantSeen; what: Limited }) {
  const { t } = useWords()
  const language = useSettings(settings => settings.language)
  const [used, max] = [tenant[what], tenant.limits[what]]
  const isOver = max !== null && used > max
  return (
    <td
      className="w-num"
      data-tone={isOver ? 'bad' : max !== null && used === max ? 'wait' : undefined}
      title={isOver ? t('identity.tenants.over') : undefined}
    >
      {max === null
        ? showNumber(used, language)
        : t('identity.tenants.usedOf', { used: showNumber(used, language), max: showNumber(max, language) })}
    </td>
  )
}

/** What can be done with a tenant, in the table and beside the name in its drawer: a phone shows the latter. */
export function TenantActions({ tenant, onCommand }: Pick<TenantTableProps, 'onCommand'> & { tenant: TenantSeen }) {
  const { t } = useWords()
  const action = (command: Command): MenuAction => ({
    key: command,
    label: t(`identity.tenancy.${command}`),
    danger: command === 'suspend',
    run: () => onCommand(command, tenant.id),
  })
  // Nothing can be done any more with a tenant that is gone.
  if (tenant.status === 'deleting' || tenant.status === 'deleted') return null
  const state = tenant.isHome ? [] : [action(tenant.status === 'active' ? 'suspend' : 'resume')]
  return <MoreMenu label={t('kit.actionsOf', { name: tenant.name })} actions={[action('change'), ...state]} />
}
