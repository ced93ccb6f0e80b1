import { useQuery } from '@tanstack/react-query'
import { DayInput, SearchInput, useSettled, useWords } from '@wattyard/console-kit'
import { Segmented, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { inboxQueries } from './inbox-api.ts'
import { type InboxFilters, PARTS, type Part } from './inbox-filters.ts'

const LABELS: Readonly<Record<Part, string>> = { all: 'all', unread: 'onlyUnread', archive: 'archived' }
const TYPING_MS = 300

interface Props {
  filters: InboxFilters
  change: (change: Partial<InboxFilters>) => void
}

export function InboxFilterBar({ filters, change }: Props) {
  const { t, language } = useWords()
  const kinds = useQuery({ ...inboxQueries.kinds, queryKey: [...inboxQueries.kinds.queryKey, language] })
  const options = (kinds.data?.list ?? []).map(({ name, word }) => ({ value: name, label: word }))
  return (
    <div className="n-filters">
      <Segmented
        block
        aria-label={t('notifications.inbox.list')}
        value={filters.part}
        onChange={(part: Part) => change({ part })}
        options={PARTS.map(value => ({ value, label: t(`notifications.inbox.${LABELS[value]}`) }))}
      />
      <Search value={filters.q} onChange={q => change({ q })} />
      <Select
        aria-label={t('notifications.inbox.kind')}
        value={filters.kind}
        onChange={kind => change({ kind })}
        options={[{ value: '', label: t('notifications.inbox.anyKind') }, ...options]}
        showSearch={{ optionFilterProp: 'label' }}
      />
      <div className="n-days">
        <DayInput
          label={t('notifications.inbox.from')}
          value={filters.from}
          onChange={from => change({ from })}
          {...(filters.to ? { max: filters.to } : {})}
          canClear
        />
        <DayInput
          label={t('notifications.inbox.to')}
          value={filters.to}
          onChange={to => change({ to })}
          {...(filters.from ? { min: filters.from } : {})}
          canClear
        />
      </div>
    </div>
  )
}

/** Draws the search. It runs after a pause in typing, not with every letter. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(value)
  const settled = useSettled(typed, TYPING_MS)
  const apply = useEffectEvent((text: string) => {
    if (text !== value) onChange(text)
  })
  useEffect(() => apply(settled), [settled])
  return <SearchInput label={t('notifications.inbox.search')} value={typed} onChange={setTyped} onEnter={onChange} />
}
