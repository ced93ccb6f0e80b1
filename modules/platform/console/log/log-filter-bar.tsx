import { DayInput, useWords } from '@wattyard/console-kit'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { type AuditKinds, SIGN_IN_RESOURCE } from '../../contract/audit.ts'
import type { LogFilters } from './log-filters.ts'
import { actionWord, resourceWord } from './log-words.ts'

interface Props {
  filters: LogFilters
  change: (change: Partial<LogFilters>) => void
  kinds: AuditKinds | undefined
}

export function LogFilterBar({ filters, change, kinds }: Props) {
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
    <div className="w-row platform-log-filters">
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
      <DayInput
        label={t('platform.audit.from')}
        value={filters.from}
        onChange={from => change({ from })}
        {...(filters.to ? { max: filters.to } : {})}
        canClear
      />
      <DayInput
        label={t('platform.audit.to')}
        value={filters.to}
        onChange={to => change({ to })}
        {...(filters.from ? { min: filters.from } : {})}
        canClear
      />
      {isSignIn && <TypedFilter key={`ip ${filters.ip}`} name="ip" value={filters.ip} onApply={ip => change({ ip })} />}
      {filters.recordId !== '' && (
        <TypedFilter
          key={`record ${filters.recordId}`}
          name="recordId"
          value={filters.recordId}
          onApply={recordId => change({ recordId })}
        />
      )}
    </div>
  )
}

/** Applied by Enter or by leaving it, not with every letter. */
function TypedFilter({
  name,
  value,
  onApply,
}: {
  name: 'ip' | 'recordId'
  value: string
  onApply: (value: string) => void
}) {
  const { t } = useWords()
  const [typed, setTyped] = useState(value)
  const apply = (): void => {
    if (typed.trim() !== value) onApply(typed.trim())
  }
  return (
    <Input
      aria-label={t(`platform.audit.${name}`)}
      placeholder={t(`platform.audit.${name}`)}
      value={typed}
      maxLength={100}
      allowClear
      style={{ width: 180 }}
      onChange={event => {
        setTyped(event.target.value)
        // The cross of the field empties it at once.
        if (event.target.value === '' && value !== '') onApply('')
      }}
      onPressEnter={apply}
      onBlur={apply}
    />
  )
}
