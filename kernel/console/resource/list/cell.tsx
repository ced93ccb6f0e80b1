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
  /** Draws no link, because the cell is inside a button. */
  plain?: boolean
  /** The cell stands in a table, whose head names the unit. */
  inColumn?: boolean
  /** The cell is the heading of the detail. */
  isTitle?: boolean
}

/** Draws one value of a record by its field kind, or by the page's own slot. */
export function CellOf({
  resource,
  slots,
  record,
  labels,
  column,
  plain = false,
  inColumn = false,
  isTitle = false,
}: CellOfProps) {
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
  if (Slot) return <Slot value={value} record={record} labels={labels} inColumn={inColumn} isTitle={isTitle} />
  if (!field) return null
  const { Cell } = CELLS[field.kind]
  const cell = (
    <Cell
      value={value}
      field={field}
      name={`${resource.name}.${column}`}
      labels={labels}
      inColumn={inColumn}
      reading={resource.readings?.[column]}
    />
  )
  return link ? (
    <Link to={link} onClick={event => event.stopPropagation()}>
      {cell}
    </Link>
  ) : (
    cell
  )
}

/** Draws the name of a record as a heading: by the page's own slot when there is one, else as text. */
export function NameOf({ resource, slots, record, labels, isTitle = false }: Omit<CellOfProps, 'column' | 'plain'>) {
  const { language } = useWords()
  return slots?.cells?.[resource.label] ? (
    <CellOf
      resource={resource}
      slots={slots}
      record={record}
      labels={labels}
      column={resource.label}
      plain
      isTitle={isTitle}
    />
  ) : (
    labelOf(resource, record, language)
  )
}

/** Returns the name of a record in a language; its id when it has no name. */
export function labelOf(resource: AnyResource, record: AnyRecord, language: Language): string {
  return nameIn(resource, record, language) || record.id
}
