import { useQuery } from '@tanstack/react-query'
import {
  api,
  Dialog,
  Duration,
  ErrorState,
  Fact,
  Facts,
  Skeleton,
  StatusTag,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { type TenantSeen, listTenantHistory, type TenantHistoryEntry } from '../../contract/calls/tenant.ts'
import { type Command, TenantActions } from './tenant-table.tsx'
import { DeletionOfTenant } from './deletion-of-tenant.tsx'
import { ExportsOfTenant } from './exports-of-tenant.tsx'
import { LIMITED, PLATFORM_DELETE, tenancy } from '../../contract/tenancy.ts'
import '../role/role.css'

interface TenantDrawerProps {
  readonly tenant: TenantSeen
  readonly onCommand: (command: Command, id: string) => void
  readonly onClose: () => void
}

/** Draws the platform's data about one tenant, and the history of its actions on it. */
export function TenantDrawer({ tenant: one, onCommand, onClose }: TenantDrawerProps) {
  const { t } = useWords()
  const mayExport = useMay('identity.tenant:exportAll')
  const mayDelete = useMay(PLATFORM_DELETE)
  const isGone = one.status === 'deleting' || one.status === 'deleted'
  return (
    <Dialog
      open
      kind="drawer"
      width={640}
      title={one.name}
      onClose={onClose}
      tools={<TenantActions tenant={one} onCommand={onCommand} />}
    >
      <section className="w-section">
        <Facts>
          <Fact label={t('identity.tenant.code')}>
            <span className="w-mono">{one.code}</span>
          </Fact>
          <Fact label={t('identity.tenant.status')}>
            <StatusTag of="identity.tenant.status" value={one.status} />
          </Fact>
          <Fact label={t('identity.tenant.profile')}>{t(`identity.tenant.profileValue.${one.profile}`)}</Fact>
          <Fact label={t('identity.tenant.zone')}>{one.zone}</Fact>
          <Fact label={t('identity.tenant.currency')}>{one.currency}</Fact>
          <Fact label={t('identity.tenants.createdAt')}>
            <When at={one.createdAt} />
          </Fact>
          {LIMITED.map(what => (
            <Fact key={what} label={t(`identity.tenancy.changeInput.${what}`)}>
              {one.limits[what] === null
                ? `${one[what]} · ${t('identity.tenants.noLimit')}`
                : t('identity.tenants.usedOf', { used: one[what], max: one.limits[what] })}
            </Fact>
          ))}
          <Fact label={t('identity.tenant.registration')}>{t(one.registration ? 'kit.yes' : 'kit.no')}</Fact>
          <Fact label={t('identity.tenant.factorPolicy')}>
            {t(`identity.tenant.factorPolicyValue.${one.factorPolicy}`)}
          </Fact>
          <Fact label={t('identity.tenant.verifyEvery')}>
            {one.verifyEvery === null ? '–' : <Duration seconds={one.verifyEvery} />}
          </Fact>
          <Fact label={t('identity.tenants.passwordRule')} wide>
            {passwordWords(t, one)}
          </Fact>
          {one.suspendedAt !== null && (
            <Fact label={t('identity.tenants.suspended')} wide>
              {one.suspendedReason} · <When at={one.suspendedAt} />
            </Fact>
          )}
        </Facts>
      </section>
      {mayExport && !isGone && (
        <section className="w-section">
          <h3>{t('identity.tenantExport.title')}</h3>
          <ExportsOfTenant tenant={one} />
        </section>
      )}
      {mayDelete && !one.isHome && (
        <section className="w-section">
          <h3>{t('identity.tenantDeletion.title')}</h3>
          <DeletionOfTenant tenant={one} />
        </section>
      )}
      <section className="w-section">
        <h3>{t('kit.history')}</h3>
        <HistoryOfTenant id={one.id} />
      </section>
    </Dialog>
  )
}

/** Returns the tenant's rule for passwords in one line. */
function passwordWords(t: ReturnType<typeof useWords>['t'], { passwordRule: rule }: TenantSeen): string {
  const { minLength, kinds, maxAgeDays, remembered } = rule
  return [
    t('identity.tenants.passwordLength', { limit: minLength }),
    kinds > 1 && t('identity.tenants.passwordKinds', { limit: kinds }),
    maxAgeDays === 0 ? t('identity.tenants.passwordNoAge') : t('identity.tenants.passwordAge', { count: maxAgeDays }),
    remembered > 0 && t('identity.tenants.passwordRemembered', { count: remembered }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function HistoryOfTenant({ id }: { id: string }) {
  const { t } = useWords()
  const history = useQuery({
    queryKey: [tenancy.name, 'history', id],
    queryFn: async ({ signal }) => (await api.call(listTenantHistory, { id }, { signal, quiet: true })).list,
  })
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <Skeleton lines={3} />
  if (history.data.length === 0) return <p className="w-quiet">{t('kit.noHistory')}</p>
  return (
    <ol className="id-tenants-history">
      {history.data.map(entry => (
        <li key={entry.id}>
          <strong>{t(`identity.tenant.${entry.action}`)}</strong>{' '}
          <span className="w-quiet">
            {entry.actorName} · <When at={entry.at} />
          </span>
          <Changed entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Changed({ entry: { action, before, after } }: { entry: TenantHistoryEntry }) {
  const { t, has } = useWords()
  if (typeof after?.reason === 'string') return <p>{after.reason}</p>
  if (action !== 'change') return null
  const shown = (value: unknown): string =>
    value === null || value === undefined ? '∅' : typeof value === 'string' ? value : JSON.stringify(value)
  return Object.keys(after ?? {}).map(key => (
    <p key={key} className="w-quiet">
      {has(`identity.tenancy.changeInput.${key}`) ? t(`identity.tenancy.changeInput.${key}`) : key}:{' '}
      {shown(before?.[key])} → {shown(after?.[key])}
    </p>
  ))
}
