import { useQuery } from '@tanstack/react-query'
import { type CellSlotProps, type ControlSlotProps, type NameOfRecord, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { inboxQueries } from '../inbox/inbox-api.ts'

function useKinds() {
  const { language } = useWords()
  const { data, isPending } = useQuery({
    ...inboxQueries.kinds,
    queryKey: [...inboxQueries.kinds.queryKey, language],
  })
  return { kinds: data?.list ?? [], isPending }
}

/** Returns the name of a kind; its code while the name is loading or if this release does not know it. */
export function useKindName(): NameOfRecord {
  const { kinds } = useKinds()
  return record => kinds.find(({ name }) => name === record.kind)?.word ?? String(record.kind)
}

export function KindCell({ record }: CellSlotProps) {
  const { isPending } = useKinds()
  const nameOf = useKindName()
  return (
    // Until the names of the language are there the code stands here, and the cell says that it is not final.
    <span className="w-clip" aria-busy={isPending || undefined}>
      {nameOf(record)}
    </span>
  )
}

/** Draws the choice of a kind by its name. */
export function KindControl({ id, value, onChange, disabled, invalid, describedBy }: ControlSlotProps) {
  const { kinds } = useKinds()
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
