import { EmptyState, ErrorState, type SectionProps, Skeleton, useLogPages, useWords } from '@wattyard/console-kit'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type AuditRow, listAudit } from '../../contract/calls/audit.ts'
import { LogEntry } from './log-entry.tsx'
import { LogFoot } from './log-foot.tsx'
import { LogTable } from './log-table.tsx'
import { joinContext } from '../../contract/log/log-words.ts'

/** Draws what a person did, the newest first, with the way to the log, where it can be filtered. */
export function ActivityOfPerson({ record }: SectionProps) {
  const { t } = useWords()
  const [shown, setShown] = useState<AuditRow | null>(null)
  const navigate = useNavigate()
  const filters = useMemo(() => ({ from: '', to: '', actorId: record.id }), [record.id])
  const { log, pages, rows, searchedTo } = useLogPages('platform.audit', listAudit, filters)
  const toLogOf = ({ resource, recordId }: AuditRow): void =>
    void navigate(`/console/log?${new URLSearchParams({ resource, recordId }).toString()}`)
  if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
  if (!rows) return <Skeleton lines={6} />
  if (rows.length === 0) return <EmptyState title={t('platform.audit.nothingDone')} />
  const told = joinContext(pages ?? [])
  return (
    <>
      <LogTable part="operation" rows={rows} told={told} onShow={setShown} ofOnePerson />
      <LogFoot log={log} searchedTo={searchedTo} count={rows.length} />
      <p className="w-no-print">
        <Link className="w-inline-link" to={`/console/log?actorId=${record.id}`}>
          {t('platform.audit.toLog')}
        </Link>
      </p>
      {shown && <LogEntry entry={shown} told={told} onClose={() => setShown(null)} onOnly={toLogOf} />}
    </>
  )
}
