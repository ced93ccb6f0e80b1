import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  api,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  useExport,
  useMay,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { AuditKinds, AuditPage, AuditRow } from '../../contract/audit.ts'
import { LogEntry } from './log-entry.tsx'
import { PARTS, type Part, queryOf, useLogFilters } from './log-filters.ts'
import { LogFilterBar } from './log-filter-bar.tsx'
import { LogTable } from './log-table.tsx'
import './log.css'

const PAGE = 50
/** What the export's hook needs to know of the list. */
const LOG = { name: 'platform.audit', path: 'platform/audit', fields: {} } as const

/** `/console/log`: what people did, field by field, and how they signed in; newest first. */
export function Page() {
  const { t } = useWords()
  const zone = useZone()
  const [filters, change] = useLogFilters()
  const [shown, setShown] = useState<AuditRow | null>(null)
  const mayExport = useMay('platform.audit:export')
  const file = useExport(LOG)
  const query = queryOf(filters, zone)
  const kinds = useQuery({
    queryKey: ['platform.audit', 'kinds'],
    queryFn: ({ signal }) =>
      api.get<AuditKinds>('/api/platform/audit/kinds', {}, { signal, lane: 'page', quiet: true }),
  })
  const log = useInfiniteQuery({
    queryKey: ['platform.audit', 'list', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditPage>(
        '/api/platform/audit/list',
        { ...query, pageSize: PAGE, ...(pageParam ? { after: pageParam } : {}) },
        { signal, lane: 'page', quiet: true },
      ),
    getNextPageParam: page => page.next ?? undefined,
  })
  const rows = log.data?.pages.flatMap(page => page.list)
  return (
    <div className="w-page">
      <PageHeader title={t('route./console/log')} note={t('platform.audit.keeps')}>
        <Segmented
          aria-label={t('platform.audit.noun')}
          value={filters.part}
          onChange={(part: Part) => change({ part, resource: '', recordId: '', action: '', ip: '' })}
          options={PARTS.map(value => ({ value, label: t(`platform.audit.parts.${value}`) }))}
        />
        {mayExport && (
          <Button loading={file.state.step === 'running'} onClick={() => void file.run({ ...query, zone })}>
            {t('platform.audit.export')}
          </Button>
        )}
      </PageHeader>
      <section className="w-card">
        <LogFilterBar filters={filters} change={change} kinds={kinds.data} />
        {log.error ? (
          <ErrorState error={log.error} onRetry={() => void log.refetch()} />
        ) : !rows ? (
          <Skeleton lines={10} />
        ) : rows.length === 0 ? (
          <EmptyState title={t('platform.audit.none')} />
        ) : (
          <LogTable part={filters.part} rows={rows} onShow={setShown} />
        )}
        {log.hasNextPage && (
          <div className="w-row platform-log-foot">
            <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {t('platform.audit.more')}
            </Button>
          </div>
        )}
      </section>
      {shown && (
        <LogEntry
          entry={shown}
          onClose={() => setShown(null)}
          onOnly={({ resource, recordId }) => {
            change(filters.part === 'sign-in' ? { recordId } : { resource, recordId })
            setShown(null)
          }}
        />
      )}
    </div>
  )
}
