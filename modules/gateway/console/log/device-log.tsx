import {
  EmptyState,
  ErrorState,
  RefSelect,
  Skeleton,
  useAddressFilters,
  useLogPages,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { LogDays, LogFilterArea, LogFoot, LogKept, TypedFilter } from '@wattyard/platform/console'
import { Button, Select } from 'antd'
import { listDeviceLog } from '../../contract/calls/device-log.ts'
import { DEVICE_LOG_GROUP_NAMES } from '../../contract/device-log.ts'
import { DeviceLogTable } from './device-log-table.tsx'

const KEYS = ['group', 'station', 'pile', 'from', 'to', 'q'] as const

/** Draws the events, answers and commands of devices, newest first: the third part of `/console/log`. */
export function DeviceLog() {
  const { t } = useWords()
  const [filters, change] = useAddressFilters(KEYS)
  const mayExport = useMay('gateway.log:export')
  const { from, to } = filters
  const { log, pages, rows, searchedTo, isExporting, exportAll } = useLogPages('gateway.log', listDeviceLog, filters)
  const kept = pages?.[0]?.kept
  const labels: Record<string, Record<string, string>> = {}
  for (const page of pages ?? [])
    for (const [name, texts] of Object.entries(page.labels)) labels[name] = { ...labels[name], ...texts }
  const picker = (key: 'station' | 'pile') => (
    <RefSelect
      of={`assets.${key}`}
      label={t(`gateway.log.${key}`)}
      value={filters[key]}
      labels={labels}
      onChange={id => change({ [key]: id })}
    />
  )
  return (
    <section className="w-card">
      <LogFilterArea inUse={Object.values(filters).filter(value => value !== '').length}>
        <Select
          aria-label={t('gateway.log.group')}
          value={filters.group}
          onChange={group => change({ group })}
          options={['', ...DEVICE_LOG_GROUP_NAMES].map(value => ({
            value,
            label: t(`gateway.log.groups.${value || 'all'}`),
          }))}
          style={{ minWidth: 150 }}
        />
        {picker('station')}
        {picker('pile')}
        <LogDays from={from} to={to} onChange={change} />
        <TypedFilter
          key={filters.q}
          label={t('gateway.log.text')}
          value={filters.q}
          min={2}
          onApply={q => change({ q })}
        />
        {mayExport && (
          <Button loading={isExporting} onClick={exportAll}>
            {t('gateway.log.export')}
          </Button>
        )}
        {kept && (
          <LogKept
            items={[
              { setting: 'gateway.eventKeepDays', days: kept.events, title: t('gateway.log.events') },
              { setting: 'gateway.commandKeepDays', days: kept.commands, title: t('gateway.log.groups.command') },
            ]}
            refresh="gateway.log"
          />
        )}
      </LogFilterArea>
      {log.error ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : !rows ? (
        <Skeleton lines={10} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(searchedTo ? 'gateway.log.noneYet' : 'gateway.log.none')} />
      ) : (
        <DeviceLogTable rows={rows} labels={labels} />
      )}
      <LogFoot log={log} searchedTo={searchedTo} count={rows?.length} />
    </section>
  )
}
