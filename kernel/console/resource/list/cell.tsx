import { fieldOf, isNameColumn, type Language, nameIn } from '@wattyard/resource'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { CELLS } from '../../faces/cells.tsx'
import { linkToRecord } from '../../module/registry.ts'
import { useWords } from '../../words/use-words.ts'
import type { AnyRecord, Labels } from '@wattyard/resource'
import type { AnyResource } from '../records.ts'
import type { ResourceSlots } from '../page-context.tsx'

interface CellOfProps {
  resource: AnyResource
  slots?: ResourceSlots
  record: AnyRecord
  labels: Labels
  column: string
  /** No link inside, because the cell stands in a button. */
  plain?: boolean
}

/** One value of a record in the face of its kind, or in the page's own slot. */
export function CellOf({ resource, slots, record, labels, column, plain = false }: CellOfProps) {
  const Slot = slots?.cells?.[column]
  const field = fieldOf(resource, column)
  const { language } = useWords()
  const value = isNameColumn(resource, column) ? nameIn(resource, record, language) : record[column]
  const link = useMemo(
    () =>
      field?.kind === 'ref' && typeof value === 'string' && !Slot && !plain
        ? linkToRecord(field.of ?? '', value)
        : undefined,
    [field, value, Slot, plain],
  )
  if (Slot) return <Slot value={value} record={record} labels={labels} />
  if (!field) return null
  const { Cell } = CELLS[field.kind]
  const cell = <Cell value={value} field={field} name={`${resource.name}.${column}`} labels={labels} />
  return link ? (
    <Link to={link} onClick={event => event.stopPropagation()}>
      {cell}
    </Link>
  ) : (
    cell
  )
}

/** Draws the name of a record where it is a heading: the page's own slot of it when there is one, else its text. */
export function NameOf({ resource, slots, record, labels }: Omit<CellOfProps, 'column' | 'plain'>) {
  const { language } = useWords()
  return slots?.cells?.[resource.label] ? (
    <CellOf resource={resource} slots={slots} record={record} labels={labels} column={resource.label} plain />
  ) : (
    labelOf(resource, record, language)
  )
}

/** Text that names a record to a person who reads a language. */
export function labelOf(resource: AnyResource, record: AnyRecord, language: Language): string {
  return nameIn(resource, record, language) || record.id
}
