import { useQuery } from '@tanstack/react-query'
import { type CellSlotProps, type ControlSlotProps, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { inboxQueries } from '../inbox/inbox-api.ts'

function useKinds() {
  const { language } = useWords()
  return useQuery({ ...inboxQueries.kinds, queryKey: [...inboxQueries.kinds.queryKey, language] }).data?.list ?? []
}

/** What a kind is called; its code while its name is on the way, or when this release no longer knows it. */
export function KindCell({ value }: CellSlotProps) {
  const kinds = useKinds()
  const code = String(value)
  return <span className="w-clip">{kinds.find(kind => kind.name === code)?.word ?? code}</span>
}

/** A kind chosen by its name. */
export function KindControl({ id, value, onChange, disabled, invalid, describedBy }: ControlSlotProps) {
  const kinds = useKinds()
  return (
    <Select
      id={id}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={onChange}
      disabled={disabled}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      {...(invalid ? { status: 'error' as const } : {})}
      options={kinds.map(kind => ({ value: kind.name, label: kind.word }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}
