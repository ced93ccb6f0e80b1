import {
  can,
  confirm,
  Dialog,
  EmptyState,
  ErrorState,
  Skeleton,
  StatusTag,
  useCommand,
  useList,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { assignment } from '../../contract/index.ts'
import type { ChosenPlace } from './chosen-places.ts'

const SHOWN = 100

/** Draws every assignment of one place, planned ones first. Assignments that have begun are never deleted. */
export function HistoryDrawer({ place, onClose }: { place: ChosenPlace; onClose: () => void }) {
  const { t } = useWords()
  const { level, id } = place
  const list = useList(assignment, {
    'filter.level': level,
    ...(level !== 'tenant' ? { [`filter.${level}`]: id } : {}),
    sort: '-effectiveFrom',
    page: 1,
    pageSize: SHOWN,
  })
  const withdraw = useCommand({ resource: assignment, command: 'withdraw' })
  const now = list.data?.asOf ?? 0
  const running = new Map<string, string>()
  for (const one of list.data?.list ?? [])
    if (one.effectiveFrom <= now && !running.has(one.variant)) running.set(one.variant, one.id)
  const takeBack = async (recordId: string): Promise<void> => {
    if (
      await confirm({
        title: t('pricing.assignment.withdraw'),
        text: t('pricing.assignment.withdrawConfirm'),
        danger: true,
      })
    )
      await withdraw.mutateAsync({ ids: [recordId] })
  }
  return (
    <Dialog open kind="drawer" title={t('pricing.places.historyOf', { name: place.name })} onClose={onClose}>
      {list.error && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <Skeleton lines={5} />}
      {list.data?.list.length === 0 && (
        <EmptyState title={t('pricing.places.noHistory')} text={t('pricing.places.noHistoryHint')} />
      )}
      <ol className="pr-history">
        {list.data?.list.map(one => {
          const isPlanned = one.effectiveFrom > now
          const isRunning = running.get(one.variant) === one.id
          return (
            <li key={one.id} data-running={isRunning ? '' : undefined}>
              <span className="w-row w-wrap">
                <When at={one.effectiveFrom} />
                {isPlanned && <StatusTag of="pricing.standing" value="planned" tone="busy" />}
                {isRunning && <StatusTag of="pricing.standing" value="inForce" tone="good" />}
                {one.variant !== 'all' && (
                  <span className="w-tag" data-plain="">
                    {t(`pricing.assignment.variantValue.${one.variant}`)}
                  </span>
                )}
              </span>
              <b>
                {one.policy
                  ? (list.data.labels['pricing.policy']?.[one.policy] ?? one.policy)
                  : t('pricing.assignment.end')}
              </b>
              <small className="w-quiet">
                {one.assignedBy} · <When at={one.createdAt} />
              </small>
              {can(one, 'withdraw') && (
                <Button size="small" danger loading={withdraw.isPending} onClick={() => void takeBack(one.id)}>
                  {t('pricing.assignment.withdraw')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
