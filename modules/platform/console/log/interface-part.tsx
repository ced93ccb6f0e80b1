import {
  Count,
  EmptyState,
  ErrorState,
  type LineColumn,
  LineList,
  Skeleton,
  StatusTag,
  useAddressFilters,
  useLogPages,
  useMay,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { type InterfaceCallRow, listInterfaceCalls } from '../../contract/calls/interface-call.ts'
import { CALL_DIRECTIONS, CALL_OUTCOMES } from '../../contract/interface-call.ts'
import { LogDays } from './log-days.tsx'
import { filtersInUse, LogFilterArea } from './log-filter-area.tsx'
import { LogFoot } from './log-foot.tsx'
import { LogKept } from './log-kept.tsx'
import { TypedFilter } from './typed-filter.tsx'

const KEYS = ['direction', 'peer', 'outcome', 'from', 'to', 'q'] as const

/** Draws the calls between partners and this installation, in both directions, newest first. */
export function InterfacePart() {
  const { t, ...words } = useWords()
  const [filters, change] = useAddressFilters(KEYS)
  const mayExport = useMay('platform.interface:export')
  const { from, to } = filters
  const { log, pages, rows, searchedTo, isExporting, exportAll } = useLogPages(
    'platform.interface',
    listInterfaceCalls,
    filters,
  )
  const first = pages?.[0]
  const choice = (key: 'direction' | 'peer' | 'outcome', values: readonly string[]) => (
    <Select
      aria-label={t(`platform.interface.${key}`)}
      value={filters[key]}
      onChange={value => change({ [key]: value })}
      options={[
        { value: '', label: t(`platform.interface.any.${key}`) },
        ...values.map(value => ({ value, label: valueWord({ t, ...words }, `platform.interface.${key}`, value) })),
      ]}
      style={{ minWidth: 140 }}
    />
  )
  return (
    <section className="w-card">
      <LogFilterArea inUse={filtersInUse(filters)}>
        {choice('direction', CALL_DIRECTIONS)}
        {choice('peer', first?.peers ?? [])}
        {choice('outcome', CALL_OUTCOMES)}
        <LogDays from={from} to={to} onChange={change} />
        <TypedFilter
          key={filters.q}
          label={t('platform.audit.text')}
          value={filters.q}
          min={2}
          onApply={q => change({ q })}
        />
        {mayExport && (
          <Button loading={isExporting} onClick={exportAll}>
            {t('platform.audit.export')}
          </Button>
        )}
        {first && (
          <LogKept
            items={[{ setting: 'platform.interfaceKeepDays', days: first.kept, title: t('platform.interface.noun') }]}
            refresh="platform.interface"
          />
        )}
      </LogFilterArea>
      {log.error ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : !rows ? (
        <Skeleton lines={10} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(searchedTo ? 'platform.audit.noneYet' : 'platform.interface.none')} />
      ) : (
        <CallLines rows={rows} />
      )}
      <LogFoot log={log} searchedTo={searchedTo} count={rows?.length} />
    </section>
  )
}

function CallLines({ rows }: { rows: readonly InterfaceCallRow[] }) {
  const words = useWords()
  const size = (bytes: number | null) => (bytes === null ? '--' : <Count value={bytes} />)
  const head = (key: string) => ({ key, head: words.t(`platform.interface.${key}`) })
  const columns: readonly LineColumn<InterfaceCallRow>[] = [
    { ...head('at'), show: row => <When at={row.at} /> },
    { ...head('direction'), show: row => words.t(`platform.interface.directionValue.${row.direction}`) },
    {
      ...head('peer'),
      place: 'name',
      show: row => (
        <>
          {valueWord(words, 'platform.interface.peer', row.peer)} <span className="w-quiet">{row.host}</span>
        </>
      ),
    },
    { ...head('path'), className: 'platform-log-path w-mono', place: 'wide', show: row => `${row.method} ${row.path}` },
    { ...head('status'), className: 'w-num', says: row => row.status !== null, show: row => row.status ?? '--' },
    {
      ...head('outcome'),
      place: 'beside',
      show: row => (
        <>
          <StatusTag of="platform.interface.outcome" value={row.outcome} />{' '}
          {row.reason && <span className="w-quiet">{row.reason}</span>}
          {row.lastAt !== null && (
            <div className="w-quiet">
              {words.t('platform.interface.times')} <Count value={row.times} /> · {words.t('platform.interface.lastAt')}{' '}
              <When at={row.lastAt} />
            </div>
          )}
        </>
      ),
    },
    { ...head('took'), className: 'w-num', show: row => `${row.took} ms` },
    {
      ...head('size'),
      className: 'w-num',
      show: row => (
        <>
          {size(row.sentBytes)} / {size(row.answeredBytes)} B
        </>
      ),
    },
    {
      ...head('correlationId'),
      className: 'platform-log-id w-mono',
      place: 'wide',
      says: row => row.correlationId !== null,
      show: row => <span title={row.correlationId ?? ''}>{row.correlationId ?? '--'}</span>,
    },
  ]
  return <LineList rows={rows} columns={columns} isWhole className="platform-log-table" />
}
