import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, EmptyState, ErrorState, Skeleton, useExport, useMay, useWords, useZone } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { AuditKinds, AuditPage, AuditRow } from '../../contract/audit.ts'
import { LogEntry } from './log-entry.tsx'
import { LogFilterBar } from './log-filter-bar.tsx'
import { queryOf, useLogFilters } from './log-filters.ts'
import { LogFoot } from './log-foot.tsx'
import { LogTable } from './log-table.tsx'
import { joinTold } from './log-words.ts'

const PAGE = 50
/** What the export's hook needs to know of the list. */
const LOG = { name: 'platform.audit', path: 'platform/audit', fields: {} } as const

/** What people did, field by field, or how they signed in; newest first. */
export function AuditPart() {
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
  const told = joinTold(log.data?.pages ?? [])
  const searchedTo = log.data?.pages.at(-1)?.searchedTo
  return (
    <section className="w-card">
      <LogFilterBar filters={filters} change={change} kinds={kinds.data}>
        {mayExport && (
          <Button loading={file.state.step === 'running'} onClick={() => void file.run({ ...query, zone })}>
            {t('platform.audit.export')}
          </Button>
        )}
      </LogFilterBar>
      {log.error ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : !rows ? (
        <Skeleton lines={10} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(searchedTo ? 'platform.audit.noneYet' : 'platform.audit.none')} />
      ) : (
        <LogTable part={filters.part} rows={rows} told={told} onShow={setShown} />
      )}
      <LogFoot log={log} searchedTo={searchedTo} />
      {shown && (
        <LogEntry
          entry={shown}
          told={told}
          onClose={() => setShown(null)}
          onOnly={({ resource, recordId }) => {
            change(filters.part === 'sign-in' ? { recordId } : { resource, recordId })
            setShown(null)
          }}
        />
      )}
    </section>
  )
}
