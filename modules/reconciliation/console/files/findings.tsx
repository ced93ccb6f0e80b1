import { useQuery } from '@tanstack/react-query'
import { api, EmptyState, ErrorState, LineList, type SectionProps, Skeleton, useWords } from '@wattyard/console-kit'
import { readFindings } from '../../contract/calls/read-findings.ts'
import { file } from '../../contract/records/file.ts'

/** Draws what was found in a file, in the order of its lines: what is wrong with which line, and what stood there. */
export function Findings({ record }: SectionProps) {
  const { t, has } = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: [file.name, 'findings', record.id, record.version],
    queryFn: ({ signal }) => api.call(readFindings, { id: record.id }, { signal, quiet: true }),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  const findings = data.findings.map((finding, index) => ({ ...finding, id: String(index) }))
  if (findings.length === 0) {
    const isReading = record.state === 'received'
    return <EmptyState title={t(isReading ? 'reconciliation.file.beingRead' : 'reconciliation.findings.none')} />
  }
  const word = (code: string): string =>
    has(`reconciliation.finding.${code}`) ? t(`reconciliation.finding.${code}`) : code
  return (
    <LineList
      rows={findings}
      columns={[
        {
          key: 'line',
          head: t('reconciliation.findings.line'),
          className: 'w-num',
          place: 'beside',
          show: ({ line }) => (line === 0 ? t('reconciliation.findings.whole') : line),
        },
        {
          key: 'level',
          head: t('reconciliation.findings.level'),
          show: ({ level }) => (
            <span className="w-tag" data-tone={level === 'error' ? 'bad' : 'idle'}>
              {t(`reconciliation.findings.levelValue.${level}`)}
            </span>
          ),
        },
        {
          key: 'code',
          head: t('reconciliation.findings.what'),
          place: 'name',
          className: 'rc-finding',
          show: ({ code }) => word(code),
        },
        {
          key: 'column',
          head: t('reconciliation.findings.column'),
          says: ({ column }) => column !== null,
          show: ({ column }) => column,
        },
        {
          key: 'value',
          head: t('reconciliation.findings.value'),
          place: 'wide',
          says: ({ value }) => value !== '',
          show: ({ value }) => (value === '' ? null : <code className="w-mono rc-code">{value}</code>),
        },
      ]}
    />
  )
}
