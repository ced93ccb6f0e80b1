import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { showLine } from '../tree/use-tree-window.ts'
import type { ReportLine } from './report-lines.ts'

interface ReportKeys<R> {
  readonly box: RefObject<HTMLElement | null>
  readonly lines: readonly ReportLine<R>[]
  readonly columns: number
  readonly linePx: number
  readonly toggle: (line: ReportLine<R>) => void
}

/** Focused cell. The line is stored by its key, so that the focus stays on it when lines above are added or removed. */
interface Place {
  readonly line: string
  readonly column: number
}

const CONTROLS = 'button, a[href]'

/** Returns the cell that has the focus, directly or by a control inside it. */
function cellOf(target: EventTarget): { line: number; column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const row = cell?.closest<HTMLElement>('[data-line]')
  return cell && row ? { line: Number(row.dataset.line), column: Number(cell.dataset.col) } : null
}

/**
 * Handles the keys of a report whose lines open (WAI-ARIA treegrid): arrows, Home and End move between cells, with Ctrl to the
 * first and last line, Page Up and Down by the visible height. In the first column the right arrow opens a line; the left one
 * closes it, then moves to the line that contains it. The report is one Tab stop, besides the links in cells.
 */
export function useReportKeys<R>({ box, lines, columns, linePx, toggle }: ReportKeys<R>) {
  const [place, setPlace] = useState<Place | null>(null)
  const wanted = useRef(false)
  const found = place === null ? -1 : lines.findIndex(({ key }) => key === place.line)
  const stop = { line: Math.max(0, found), column: found < 0 ? 0 : (place?.column ?? 0) }
  useLayoutEffect(() => {
    if (!wanted.current) return
    const cell = box.current?.querySelector<HTMLElement>(`[data-line="${stop.line}"] > [data-col="${stop.column}"]`)
    if (!cell) return // its line is drawn once the box has scrolled
    wanted.current = false
    ;(cell.querySelector<HTMLElement>(CONTROLS) ?? cell).focus()
  })
  const go = (line: number, column: number): void => {
    const at = lines[Math.min(Math.max(line, 0), lines.length - 1)]
    if (!at) return
    wanted.current = true
    setPlace({ line: at.key, column: Math.min(Math.max(column, 0), columns - 1) })
    // A line outside the drawn window cannot take the focus.
    if (box.current) showLine(box.current, lines.indexOf(at), linePx)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = cellOf(event.target)
    const line = at && lines[at.line]
    if (!at || !line || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / linePx) - 3)
    const last = lines.length - 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at.line + 1, at.column),
      ArrowUp: () => go(at.line - 1, at.column),
      PageDown: () => go(at.line + page, at.column),
      PageUp: () => go(at.line - page, at.column),
      Home: () => (event.ctrlKey ? go(0, 0) : go(at.line, 0)),
      End: () => (event.ctrlKey ? go(last, at.column) : go(at.line, columns - 1)),
      ArrowRight: () => (at.column === 0 && line.isOpen === false ? toggle(line) : go(at.line, at.column + 1)),
      ArrowLeft: () => {
        if (at.column > 0) go(at.line, at.column - 1)
        else if (line.isOpen === true) toggle(line)
        else
          go(
            lines.slice(0, at.line).findLastIndex(({ level }) => level < line.level),
            0,
          )
      },
    }
    const move = moves[event.key]
    if (!move || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    move()
  }
  const onFocus = (target: EventTarget): void => {
    const at = cellOf(target)
    const line = at && lines[at.line]
    if (line) setPlace({ line: line.key, column: at.column })
  }
  return { stop, onKeyDown, onFocus }
}
