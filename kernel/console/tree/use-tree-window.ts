import { type RefObject, useLayoutEffect, useState } from 'react'

/** Largest number of lines that are all drawn; of more lines, only those in view. */
export const DRAW_ALL_UP_TO = 200
/** Lines drawn above and below the view, so that a quick scroll shows no gap. */
const SPARE = 12

/** Returns the first and last line (exclusive) to draw, of `count` lines of `linePx` in a scrolling box. */
export function linesInView(
  scrollPx: number,
  heightPx: number,
  count: number,
  linePx: number,
): { from: number; to: number } {
  if (count <= DRAW_ALL_UP_TO) return { from: 0, to: count }
  const from = Math.max(0, Math.floor(scrollPx / linePx) - SPARE)
  return { from, to: Math.min(count, Math.ceil((scrollPx + heightPx) / linePx) + SPARE) }
}

/** Returns the lines to draw in a mounted box; follows its scroll position and size. */
export function useTreeWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  linePx: number,
): { from: number; to: number } {
  const [seen, setSeen] = useState(() => linesInView(0, 0, count, linePx))
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void =>
      setSeen(before => {
        const next = linesInView(element.scrollTop, element.clientHeight, count, linePx)
        return next.from === before.from && next.to === before.to ? before : next
      })
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      size.disconnect()
    }
  }, [box, count, linePx])
  return seen
}

/** Scrolls a line of a windowed tree into view when it is outside. */
export function showLine(element: HTMLElement, index: number, linePx: number): void {
  const top = index * linePx
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + linePx > element.scrollTop + element.clientHeight)
    element.scrollTop = top + linePx - element.clientHeight
}
