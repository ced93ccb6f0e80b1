import { type AuditKinds } from '../../contract/calls/audit.ts'
import { useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { SIGN_IN_RESOURCE } from '../../contract/audit.ts'
import { LogDays } from './log-days.tsx'
import { filtersInUse, LogFilterArea } from './log-filter-area.tsx'
import type { LogFilters } from './log-filters.ts'
import { actionWord, resourceWord } from '../../contract/log/log-words.ts'
import { TypedFilter } from './typed-filter.tsx'

interface Props {
  filters: LogFilters
  change: (change: Partial<LogFilters>) => void
  kinds: AuditKinds | undefined
  /** Buttons beside the filters. */
  children?: ReactNode
}

export function LogFilterBar({ filters, change, kinds, children }: Props) {
  const words = useWords()
  const { t } = words
  const isSignIn = filters.part === 'sign-in'
  const resource = isSignIn ? SIGN_IN_RESOURCE : filters.resource
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, words.language)
  const resources = (kinds?.resources ?? [])
    .filter(value => value !== SIGN_IN_RESOURCE)
    .map(value => ({ value, label: resourceWord(words, value) }))
    .toSorted(byLabel)
  const actions = (kinds?.actions ?? [])
    .map(value => ({ value, label: actionWord(words, resource, value) }))
    .toSorted(byLabel)
  return (
    <LogFilterArea inUse={filtersInUse({ ...filters, part: '' })}>
      {!isSignIn && (
        <Select
          aria-label={t('platform.audit.resource')}
          value={filters.resource}
          options={[{ value: '', label: t('platform.audit.anyResource') }, ...resources]}
          onChange={value => change({ resource: value, recordId: '' })}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ minWidth: 180 }}
        />
      )}
      <Select
        aria-label={t('platform.audit.action')}
        value={filters.action}
        options={[{ value: '', label: t('platform.audit.anyAction') }, ...actions]}
        onChange={action => change({ action })}
        showSearch={{ optionFilterProp: 'label' }}
        style={{ minWidth: 160 }}
      />
      <LogDays from={filters.from} to={filters.to} onChange={change} />
      <Select
        aria-label={t('platform.audit.actorName')}
        value={filters.actorId}
        options={[
          { value: '', label: t('platform.audit.anyone') },
          { value: 'none', label: t('platform.audit.nobody') },
          ...(kinds?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={actorId => change({ actorId })}
        showSearch={{ optionFilterProp: 'label' }}
        style={{ minWidth: 150 }}
      />
      <TypedFilter
        key={`q ${filters.q}`}
        label={t('platform.audit.text')}
        value={filters.q}
        min={2}
        onApply={q => change({ q })}
      />
      {isSignIn && (
        <TypedFilter
          key={`ip ${filters.ip}`}
          label={t('platform.audit.ip')}
          value={filters.ip}
          onApply={ip => change({ ip })}
        />
      )}
      {filters.recordId !== '' && (
        <TypedFilter
          key={`record ${filters.recordId}`}
          label={t('platform.audit.recordId')}
          value={filters.recordId}
          onApply={recordId => change({ recordId })}
        />
      )}
      {children}
    </LogFilterArea>
  )
}
