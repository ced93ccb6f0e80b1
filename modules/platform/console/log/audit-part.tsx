import { useQuery } from '@tanstack/react-query'
import { api, EmptyState, ErrorState, Skeleton, useLogPages, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { auditKinds, type AuditRow, listAudit } from '../../contract/calls/audit.ts'
import { LogEntry } from './log-entry.tsx'
import { LogFilterBar } from './log-filter-bar.tsx'
import { useLogFilters } from './log-filters.ts'
import { LogFoot } from './log-foot.tsx'
import { LogTable } from './log-table.tsx'
import { joinContext } from '../../contract/log/log-words.ts'

/** Draws the audit: what people did, field by field, or how they signed in; newest first. */
export function AuditPart() {
  const { t } = useWords()
  const [filters, change] = useLogFilters()
  const [shown, setShown] = useState<AuditRow | null>(null)
  const mayExport = useMay('platform.audit:export')
  const kinds = useQuery({
    queryKey: ['platform.audit', 'kinds'],
    queryFn: ({ signal }) => api.call(auditKinds, {}, { signal, lane: 'page', quiet: true }),
  })
  const { log, pages, rows, searchedTo, isExporting, exportAll } = useLogPages('platform.audit', listAudit, filters)
  const told = joinContext(pages ?? [])
  return (
    <section className="w-card">
      <LogFilterBar filters={filters} change={change} kinds={kinds.data}>
        {mayExport && (
          <Button loading={isExporting} onClick={exportAll}>
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
      <LogFoot log={log} searchedTo={searchedTo} count={rows?.length} />
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
