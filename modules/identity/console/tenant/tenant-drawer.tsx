import { useQuery } from '@tanstack/react-query'
import {
  Ago,
  api,
  DetailFrame,
  Dialog,
  Duration,
  ErrorState,
  Fact,
  Facts,
  showNumber,
  Skeleton,
  type Stat,
  StatusTag,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type TenantSeen, listTenantHistory, type TenantHistoryEntry } from '../../contract/calls/tenant.ts'
import { actionsOn, type Command } from './tenant-table.tsx'
import { DeletionOfTenant } from './deletion-of-tenant.tsx'
import { ExportsOfTenant } from './exports-of-tenant.tsx'
import { LIMITED, PLATFORM_DELETE, tenancy } from '../../contract/tenancy.ts'
import '../role/role.css'

interface TenantDrawerProps {
  readonly tenant: TenantSeen
  readonly onCommand: (command: Command, id: string) => void
  readonly onClose: () => void
}

/** Draws the platform's data about one tenant: its state and use, its rules, and the history of actions on it. */
export function TenantDrawer({ tenant: one, onCommand, onClose }: TenantDrawerProps) {
  const { t } = useWords()
  const mayExport = useMay('identity.tenant:exportAll')
  const mayDelete = useMay(PLATFORM_DELETE)
  const stats = useTenantStats(one)
  const isGone = one.status === 'deleting' || one.status === 'deleted'
  const ofTab = (key: string, label: string, show: () => ReactNode) => ({ key, label, show })
  return (
    <Dialog open kind="drawer" width={760} title={one.name} onClose={onClose}>
      <DetailFrame
        label={t('identity.tenant.noun')}
        state={<TenantState tenant={one} onCommand={onCommand} />}
        stats={stats}
        tabs={[
          ofTab('overview', t('kit.tab.overview'), () => <FactsOfTenant tenant={one} />),
          ...(mayExport && !isGone
            ? [ofTab('exports', t('identity.tenantExport.title'), () => <ExportsOfTenant tenant={one} />)]
            : []),
          ...(mayDelete && !one.isHome
            ? [ofTab('deletion', t('identity.tenantDeletion.title'), () => <DeletionOfTenant tenant={one} />)]
            : []),
          ofTab('record', t('kit.history'), () => <HistoryOfTenant id={one.id} />),
        ]}
      />
    </Dialog>
  )
}

/** Draws the state of a tenant, why and until when it is not in use, its code, and the actions on it. */
function TenantState({ tenant: one, onCommand }: Pick<TenantDrawerProps, 'tenant' | 'onCommand'>) {
  const { t } = useWords()
  return (
    <>
      <StatusTag of="identity.tenant.status" value={one.status} />
      <span className="w-mono">{one.code}</span>
      {one.isHome && <span className="w-quiet">{t('identity.tenants.home')}</span>}
      {one.suspendedAt !== null && (
        <span>
          {one.suspendedReason} · <When at={one.suspendedAt} />
        </span>
      )}
      {one.deletionDueAt !== null && (
        <span className="id-tenants-due">
          {t('identity.tenants.dueToGo')} <When at={one.deletionDueAt} />
        </span>
      )}
      <span className="w-row w-wrap w-no-print">
        {actionsOn(one).map(command => (
          <Button key={command} size="small" danger={command === 'suspend'} onClick={() => onCommand(command, one.id)}>
            {t(`identity.tenancy.${command}`)}
          </Button>
        ))}
      </span>
    </>
  )
}

/** Returns what a tenant uses of its limits, its orders of this month, and when somebody last signed in. */
function useTenantStats(one: TenantSeen): readonly Stat[] {
  const { t, language } = useWords()
  const used = LIMITED.map((what): Stat => {
    const most = one.limits[what]
    return {
      key: what,
      label: t(`identity.tenants.${what}`),
      figure: { kind: 'count', value: one[what] },
      tone: most !== null && one[what] > most ? 'bad' : undefined,
      note:
        most === null ? t('identity.tenants.noLimit') : t('identity.tenants.most', { max: showNumber(most, language) }),
    }
  })
  const lastSignIn = one.lastSignInAt === null ? t('identity.tenants.never') : <Ago at={one.lastSignInAt} />
  return [
    ...used,
    { key: 'orders', label: t('identity.tenants.orders'), figure: { kind: 'count', value: one.ordersThisMonth } },
    { key: 'lastSignIn', label: t('identity.tenants.lastSignIn'), figure: { kind: 'shown', value: lastSignIn } },
  ]
}

function FactsOfTenant({ tenant: one }: Pick<TenantDrawerProps, 'tenant'>) {
  const { t } = useWords()
  return (
    <section className="w-section">
      <Facts>
        <Fact label={t('identity.tenant.profile')}>{t(`identity.tenant.profileValue.${one.profile}`)}</Fact>
        <Fact label={t('identity.tenant.zone')}>{one.zone}</Fact>
        <Fact label={t('identity.tenant.currency')}>{one.currency}</Fact>
        <Fact label={t('identity.tenants.createdAt')}>
          <When at={one.createdAt} />
        </Fact>
        <Fact label={t('identity.tenant.registration')}>{t(one.registration ? 'shared.yes' : 'shared.no')}</Fact>
        <Fact label={t('identity.tenant.factorPolicy')}>
          {t(`identity.tenant.factorPolicyValue.${one.factorPolicy}`)}
        </Fact>
        {one.verifyEvery !== null && (
          <Fact label={t('identity.tenant.verifyEvery')}>
            <Duration seconds={one.verifyEvery} />
          </Fact>
        )}
        <Fact label={t('identity.tenants.passwordRule')} wide>
          {passwordWords(t, one)}
        </Fact>
      </Facts>
    </section>
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
