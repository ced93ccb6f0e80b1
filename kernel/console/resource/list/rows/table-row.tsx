import { type MouseEvent, useState } from 'react'
import { type AnyRecord, fieldOf } from '@wattyard/resource'
import { CELLS } from '../../../faces/cells.tsx'
import { MoreMenu } from '../../../ui/menu-button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useNameOf, usePage } from '../../page-context.tsx'
import { hasRowActions, useRowActions } from '../../row-actions.ts'
import { CellOf } from '../cell.tsx'
import { onPaper, type ShownColumn } from './columns.ts'

/** Draws a record as a row of the table; a click anywhere on it opens the detail. */
export function Row({
  record,
  columns,
  canChoose,
  rowIndex,
}: {
  record: AnyRecord
  columns: readonly ShownColumn[]
  canChoose: boolean
  rowIndex: number
}) {
  const { resource, slots, labels, chosen, choose, showDetail, detailId } = usePage()
  const { t } = useWords()
  const name = useNameOf(resource)(record)
  const isChosen = chosen.has(record.id)
  // The row is a large target for the mouse; the button in its first cell works for everybody.
  const openByRow = (event: MouseEvent<HTMLElement>): void => {
    const isControl = event.target instanceof Element && event.target.closest('a,button,input,label,[popover]') !== null
    if (!isControl && !document.getSelection()?.toString()) showDetail(record.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row's first button does the same by keyboard
    <tr
      aria-rowindex={rowIndex}
      aria-selected={canChoose ? isChosen : undefined}
      data-open={detailId === record.id ? '' : undefined}
      onClick={openByRow}
    >
      {canChoose && (
        <td className="w-check w-no-print">
          <input
            type="checkbox"
            aria-label={t('kit.choose', { name })}
            checked={isChosen}
            onChange={event => choose([record], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const { key } = column
        const field = fieldOf(resource, key)
        const cell = (
          <CellOf
            resource={resource}
            slots={slots}
            record={record}
            labels={labels}
            column={key}
            plain={index === 0}
            inColumn
          />
        )
        return (
          <td
            key={key}
            className={onPaper(column)}
            data-pinned={index === 0 ? '' : undefined}
            data-align={field ? CELLS[field.kind].align : undefined}
          >
            {index === 0 ? (
              <button type="button" className="w-link-button w-clip" onClick={() => showDetail(record.id)}>
                {cell}
              </button>
            ) : (
              cell
            )}
          </td>
        )
      })}
      <td aria-hidden="true" />
      <td className="w-actions w-no-print">
        <RowMenu record={record} name={name} />
      </td>
    </tr>
  )
}

/**
 * Draws the menu of a row. It is a plain button until it is pressed, because two hundred menus would cost much and few are
 * opened.
 */
export function RowMenu({ record, name }: { record: AnyRecord; name: string }) {
  const { resource } = usePage()
  const { t } = useWords()
  const [isUsed, setUsed] = useState(false)
  if (!hasRowActions(resource, record)) return null
  const label = t('kit.actionsOf', { name })
  if (isUsed) return <UsedRowMenu record={record} label={label} />
  return (
    <button
      type="button"
      className="w-icon-button w-more"
      aria-label={label}
      aria-expanded={false}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    />
  )
}

function UsedRowMenu({ record, label }: { record: AnyRecord; label: string }) {
  return <MoreMenu label={label} actions={useRowActions(record)} isOpen />
}
