import { Select } from 'antd'
import { useState } from 'react'
import type { Labels } from '@wattyard/resource'
import { useWords } from '../words/use-words.ts'
import { Choice } from './choice-state.tsx'
import { useRefOptions } from './ref-options.ts'
import { Unread } from './unread.tsx'

interface RefSelectProps {
  /** Resource of the records to choose from, such as `assets.station`. */
  of: string
  label: string
  /** Id of the chosen record; empty for none. */
  value: string
  /** Names that are already known. */
  labels: Labels
  onChange: (id: string) => void
}

/** Draws a control that narrows a page's own list by one record of another resource. */
export function RefSelect({ of, label, value, labels, onChange }: RefSelectProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const known = labels[of]?.[value]
  const { options, loading, error, again } = useRefOptions(of, typed, value && known === undefined ? [value] : [], {
    enabled: opened,
  })
  const all = new Map([
    ...(value ? [[value, known ?? value] as const] : []),
    ...options.map(({ id, label: name }) => [id, name] as const),
  ])
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value || null}
      onChange={id => onChange(id ?? '')}
      allowClear
      onOpenChange={open => {
        if (open && error !== null) again()
        else if (open) setOpened(true)
      }}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={loading}
      notFoundContent={
        error !== null && !loading ? <Unread error={error} again={again} /> : t(loading ? 'kit.loading' : 'kit.noMatch')
      }
      options={[...all].map(([id, name]) => ({ value: id, label: name }))}
      optionRender={({ value: one }) => {
        const key = String(one)
        return (
          <Choice of={of} option={options.find(({ id }) => id === key) ?? { id: key, label: all.get(key) ?? key }} />
        )
      }}
      style={{ minWidth: 170 }}
    />
  )
}
