import {
  type CellSlotProps,
  EmbeddedList,
  fieldWord,
  type ResourceSlots,
  SearchInput,
  type SectionProps,
  useSettled,
  useWords,
} from '@wattyard/console-kit'
import { Select } from 'antd'
import { useState } from 'react'
import { row } from '../../contract/records/row.ts'

const COLUMNS = [
  'place',
  'at',
  'kind',
  'amount',
  'fee',
  'number',
  'channelNo',
  'state',
  'undoes',
  'party',
  'text',
] as const
/** Draws the number of a row; alone, as its name, in words. */
function Place({ value, inColumn = false }: CellSlotProps) {
  const { t } = useWords()
  return inColumn ? String(value) : t('reconciliation.row.named', { place: Number(value) })
}

const SLOTS: ResourceSlots = {
  cells: { place: Place },
  widths: { place: 64, at: 156, kind: 80, amount: 92, fee: 76, number: 216 },
}

/** Numbers by which a row is looked for. */
const NUMBERS = ['number', 'channelNo'] as const

/** Draws the rows of a file as it writes them, all or those with a number. */
export function RowsOfFile({ record }: SectionProps) {
  const words = useWords()
  const { t } = words
  const [by, setBy] = useState<(typeof NUMBERS)[number]>('number')
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim())
  const name = fieldWord(words, row, by)
  return (
    <>
      <div className="rc-rows-search">
        <Select
          aria-label={t('reconciliation.row.searchBy')}
          value={by}
          onChange={setBy}
          options={NUMBERS.map(value => ({ value, label: fieldWord(words, row, value) }))}
        />
        <SearchInput className="rc-rows-number" label={name} value={typed} onChange={setTyped} />
      </div>
      <EmbeddedList
        key={`${by} ${wanted}`}
        resource={row}
        by="file"
        record={record}
        columns={COLUMNS}
        slots={SLOTS}
        {...(wanted === '' ? {} : { also: { [by]: wanted }, empty: t('reconciliation.row.notFound') })}
      />
    </>
  )
}
