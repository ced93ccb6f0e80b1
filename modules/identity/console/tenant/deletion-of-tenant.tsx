import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  confirm,
  ErrorState,
  Fact,
  Facts,
  needWords,
  saveFile,
  showNumber,
  Skeleton,
  toast,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import {
  type ShownBlocker,
  type TenantDeletion,
  type TenantSeen,
  readTenantDeletion,
  withdrawTenantDeletion,
  readDeletionCertificate,
} from '../../contract/calls/tenant.ts'
import { tenancy } from '../../contract/tenancy.ts'
import { ApproveDeletion, AskDeletion } from './ask-deletion.tsx'

/** Poll interval in ms while rows are being deleted. */
const POLL_MS = 5_000

type Asking = 'ask' | 'approve'

/** Draws the deletion of a tenant: obstacles, requester and approver, progress, and the remaining proof. */
export function DeletionOfTenant({ tenant }: { tenant: TenantSeen }) {
  const { t } = useWords()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const view = useQuery({
    queryKey: [tenancy.name, 'deletion', tenant.id],
    queryFn: async ({ signal }) => {
      const found = await api.call(readTenantDeletion, { id: tenant.id }, { signal, quiet: true, fresh: true })
      // Obstacles are named in the words of the modules that found them.
      await needWords(...new Set(found.obstacles.map(({ what }) => what.split('.')[0] ?? '')))
      return found
    },
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === 'deleting' ? POLL_MS : false),
  })
  if (view.error && !view.data) return <ErrorState error={view.error} onRetry={() => void view.refetch()} />
  if (!view.data) return <Skeleton lines={2} />
  const { waitDays, obstacles, list } = view.data
  const [latest, ...former] = list
  const open = latest && latest.state !== 'withdrawn' ? latest : null
  const withdrawn = latest?.state === 'withdrawn' ? list : former
  // The list of tenants and the tenant's history show it too.
  const again = (): void => void client.invalidateQueries({ queryKey: [tenancy.name] })
  const close = (): void => {
    setAsking(null)
    again()
  }
  const isStopped = obstacles.some(({ stops }) => stops)
  return (
    <div className="id-deletion">
      {open?.state !== 'deleting' && open?.state !== 'deleted' && (
        <p className="w-quiet">{t('identity.tenantDeletion.what', { days: waitDays })}</p>
      )}
      <p className="w-quiet">{t('identity.tenantDeletion.kept')}</p>
      {(!open || open.state === 'asked' || open.state === 'approved') && <Blockers list={obstacles} />}
      {open && <Deletion one={open} tenant={tenant} />}
      <div className="w-row id-tenants-exports">
        {!open &&
          (tenant.status === 'suspended' ? (
            <Button danger disabled={isStopped} onClick={() => setAsking('ask')}>
              {t('identity.tenantDeletion.start')}
            </Button>
          ) : (
            <p>{t('identity.tenantDeletion.needsSuspension')}</p>
          ))}
        {open?.state === 'asked' && !open.isOwn && (
          <Button danger disabled={isStopped} onClick={() => setAsking('approve')}>
            {t('identity.tenantDeletion.approve')}
          </Button>
        )}
        {(open?.state === 'asked' || open?.state === 'approved') && <Withdraw tenant={tenant} onDone={again} />}
      </div>
      {open?.state === 'asked' && open.isOwn && <p className="w-quiet">{t('identity.tenantDeletion.notYourself')}</p>}
      {withdrawn.map(one => (
        <p key={one.id} className="w-quiet">
          {t('identity.tenantDeletion.withdrawn')} · {one.withdrawnBy}{' '}
          {one.withdrawnAt !== null && <When at={one.withdrawnAt} />} · {one.reason}
        </p>
      ))}
      {asking === 'ask' && <AskDeletion tenant={tenant} onClose={close} />}
      {asking === 'approve' && open && (
        <ApproveDeletion tenant={tenant} deletion={open} waitDays={waitDays} onClose={close} />
      )}
    </div>
  )
}

function Blockers({ list }: { list: readonly ShownBlocker[] }) {
  const { t, language } = useWords()
  if (list.length === 0) return <p className="w-quiet">{t('identity.tenantDeletion.clear')}</p>
  return (
    <ul className="id-deletion-obstacles">
      {[...list]
        .sort((a, b) => Number(b.stops) - Number(a.stops))
        .map(({ what, count, amount, stops }) => (
          <li key={what}>
            <span className="w-tag" data-tone={stops ? 'bad' : 'wait'}>
              {t(stops ? 'identity.tenantDeletion.stops' : 'identity.tenantDeletion.warns')}
            </span>{' '}
            {t(what, { count: showNumber(count, language), amount: amount ?? '' })}
          </li>
        ))}
    </ul>
  )
}

const TONES = { asked: 'wait', approved: 'wait', withdrawn: 'idle', deleting: 'busy', deleted: 'idle' } as const

function Deletion({ one, tenant }: { one: TenantDeletion; tenant: TenantSeen }) {
  const { t, language } = useWords()
  return (
    <>
      <Facts>
        <Fact label={t('identity.tenant.status')}>
          <span className="w-tag" data-tone={TONES[one.state]}>
            {t(`identity.tenantDeletion.state.${one.state}`)}
          </span>
        </Fact>
        <Fact label={t('identity.tenantDeletion.reason')}>{one.reason}</Fact>
        <Fact label={t('identity.tenantDeletion.askedBy')}>
          {one.askedBy} · <When at={one.askedAt} />
        </Fact>
        {one.approvedAt !== null && (
          <Fact label={t('identity.tenantDeletion.approvedBy')}>
            {one.approvedBy} · <When at={one.approvedAt} />
          </Fact>
        )}
        {one.dueAt !== null && one.beganAt === null && (
          <Fact label={t('identity.tenantDeletion.dueAt')}>
            <When at={one.dueAt} />
          </Fact>
        )}
        {one.beganAt !== null && (
          <Fact label={t('identity.tenantDeletion.beganAt')}>
            <When at={one.beganAt} />
          </Fact>
        )}
        {one.endedAt !== null && (
          <Fact label={t('identity.tenantDeletion.endedAt')}>
            <When at={one.endedAt} />
          </Fact>
        )}
        {one.beganAt !== null && (
          <Fact label={t('identity.tenantDeletion.rowsDone')}>{showNumber(one.rowsDone, language)}</Fact>
        )}
      </Facts>
      {one.problem !== null && (
        <p className="w-field-error">
          {t('identity.tenantDeletion.problem', {
            // Before the start the problem is an obstacle, which is listed above with its number.
            why: one.state === 'deleting' ? one.problem : t('identity.error.deletionObstacle'),
          })}
        </p>
      )}
      {one.state === 'deleted' && <Certificate tenant={tenant} />}
    </>
  )
}

function Withdraw({ tenant, onDone }: { tenant: TenantSeen; onDone: () => void }) {
  const { t } = useWords()
  const withdraw = async (): Promise<void> => {
    const title = t('identity.tenantDeletion.withdrawTitle', { name: tenant.name })
    if (!(await confirm({ title, okText: t('identity.tenantDeletion.withdraw') }))) return
    // The API client has shown the reason.
    await api.call(withdrawTenantDeletion, { id: tenant.id }).catch(() => {})
    onDone()
  }
  return <Button onClick={() => void withdraw()}>{t('identity.tenantDeletion.withdraw')}</Button>
}

function Certificate({ tenant }: { tenant: TenantSeen }) {
  const { t } = useWords()
  const download = async (): Promise<void> => {
    try {
      const { certificate } = await api.call(readDeletionCertificate, { id: tenant.id }, { quiet: true })
      const text = `${JSON.stringify(certificate, null, 2)}\n`
      saveFile(`deletion-${tenant.code}.json`, new Blob([text], { type: 'application/json' }))
    } catch {
      toast.warn(t('kit.error.unexpected'))
    }
  }
  return (
    <div>
      <Button onClick={() => void download()}>{t('identity.tenantDeletion.certificate')}</Button>
    </div>
  )
}
