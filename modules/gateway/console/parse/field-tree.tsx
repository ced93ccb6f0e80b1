import { showExact, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ParsedField } from '../../contract/index.ts'
import type { FieldRow } from './field-rows.ts'

/** Draws the fields of a frame under their groups. Up and down move, right and left open and close. */
export function FieldTree({
  rows,
  fields,
  closed,
  active,
  label,
  onActive,
  onPoint,
  onToggle,
}: {
  rows: readonly FieldRow[]
  fields: readonly ParsedField[]
  closed: ReadonlySet<string>
  /** Key of the highlighted row. */
  active: string | null
  label: string
  onActive: (key: string) => void
  onPoint: (key: string | null) => void
  onToggle: (key: string) => void
}) {
  const { t } = useWords()
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    rows.findIndex(row => row.key === active),
  )
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const go = (to: number, event: KeyboardEvent) => {
    event.preventDefault()
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
    if (row) onActive(row.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index]
    if (event.key === 'ArrowDown') go(active === null ? 0 : index + 1, event)
    else if (event.key === 'ArrowUp') go(index - 1, event)
    else if (event.key === 'Home') go(0, event)
    else if (event.key === 'End') go(rows.length - 1, event)
    else if (row?.field === null && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      if (closed.has(row.key) === (event.key === 'ArrowRight')) onToggle(row.key)
    }
  }
  return (
    // The tree itself takes the keys and marks the active row: one tab stop, independent of the number of fields.
    <div
      ref={list}
      role="tree"
      tabIndex={0}
      className="gateway-tree"
      aria-label={label}
      aria-activedescendant={active === null ? undefined : idOf(active)}
      onKeyDown={onKeyDown}
      onMouseLeave={() => onPoint(null)}
    >
      {rows.map(row => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the tree's
        <div
          key={row.key}
          id={idOf(row.key)}
          role="treeitem"
          aria-level={row.level + 1}
          aria-selected={row.key === active}
          aria-expanded={row.field === null ? !closed.has(row.key) : undefined}
          tabIndex={-1}
          className="gateway-field"
          style={{ paddingInlineStart: 8 + row.level * 16 }}
          onMouseEnter={() => onPoint(row.key)}
          onClick={() => {
            onActive(row.key)
            if (row.field === null) onToggle(row.key)
          }}
        >
          <span className="gateway-field-name">
            {row.field === null && <span aria-hidden="true">{closed.has(row.key) ? '▸ ' : '▾ '}</span>}
            {row.label}
          </span>
          <span className="gateway-field-value">
            {row.field === null ? (
              <span className="w-quiet">{t('gateway.parse.fields', { count: row.count })}</span>
            ) : null}
            {row.field === null ? null : <Value field={fields[row.field]} />}
          </span>
          <span className="gateway-field-place w-num">
            {row.from + 1 === row.to ? row.from : `${row.from}–${row.to - 1}`}
          </span>
        </div>
      ))}
    </div>
  )
}

const idOf = (key: string) => `gateway-field-${key.replaceAll(/[^\w/]/g, '_')}`

function Value({ field }: { field: ParsedField | undefined }) {
  const { language } = useWords()
  if (!field) return null
  return (
    <>
      {field.meaning === null ? null : <b>{field.meaning} </b>}
      <span className={field.meaning === null ? undefined : 'w-quiet'}>
        {field.isNumber ? showExact(field.value, language) : field.value}
        {field.unit && ` ${field.unit}`}
      </span>
      {field.problem && <span className="gateway-wrong"> {field.problem}</span>}
    </>
  )
}
