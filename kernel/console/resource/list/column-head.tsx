import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { fieldOf, type Resource, sortableFields } from '@wattyard/resource'
import type { PointerEvent } from 'react'
import { CELLS } from '../../faces/cells.tsx'
import { HeadUnit } from '../../faces/head-unit.tsx'
import { fieldWord, useWords } from '../../words/use-words.ts'
import { withWidth } from './column-settings.ts'
import { usePage } from '../page-context.tsx'
import { onPaper, type ShownColumn } from './rows/columns.ts'

/** Draws the head of a column: its name, its sort order, and its right edge to drag. */
export function ColumnHead({ column: shown, pinned }: { column: ShownColumn; pinned: boolean }) {
  const { key: column, width } = shown
  const page = usePage()
  const { resource, state, change } = page
  const words = useWords()
  const field = fieldOf(resource, column)
  // sortableFields reads nothing but the list rule, which every resource has.
  const isSortable = sortableFields(resource as Resource).includes(column)
  const sort = state.sort ?? resource.list.sort
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  const name = fieldWord(words, resource, column)
  const head = (
    <span className="w-clip">
      {name}
      {field && <HeadUnit kind={field.kind} unit={field.unit} />}
    </span>
  )
  const next = direction === 'ascending' ? `-${column}` : column
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={onPaper(shown)}
      data-pinned={pinned ? '' : undefined}
      data-align={field ? CELLS[field.kind].align : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className="w-sort"
          onClick={() => change({ sort: next })}
          title={words.t('kit.sortBy', { name })}
        >
          {head}
          <span className="w-sort-mark" data-direction={direction} aria-hidden="true">
            {direction === 'descending' ? <CaretDownFilled /> : <CaretUpFilled />}
          </span>
        </button>
      ) : (
        head
      )}
      <WidthHandle column={column} width={width} />
    </th>
  )
}

/** Draws the right edge of a head: dragging sets the width, a double click restores the default. */
function WidthHandle({ column, width }: { column: string; width: number }) {
  const { settings, setSettings } = usePage()
  const set = (to: number): void => setSettings(withWidth(settings, column, to))
  const pull = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault()
    const handle = event.currentTarget
    const start = event.clientX
    const before = handle.parentElement?.getBoundingClientRect().width ?? width
    handle.setPointerCapture(event.pointerId)
    const move = (to: globalThis.PointerEvent): void => set(before + to.clientX - start)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  const reset = (): void => {
    const { [column]: _gone, ...widths } = settings.widths
    setSettings({ ...settings, widths })
  }
  // For the mouse only; the column list sets the same width as a number.
  return <span aria-hidden="true" className="w-width-handle w-no-print" onPointerDown={pull} onDoubleClick={reset} />
}
