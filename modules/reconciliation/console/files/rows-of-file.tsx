import { EmbeddedList, type SectionProps } from '@wattyard/console-kit'
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

/** Draws the rows of a file as it writes them. */
export function RowsOfFile({ record }: SectionProps) {
  return <EmbeddedList resource={row} by="file" record={record} columns={COLUMNS} />
}
