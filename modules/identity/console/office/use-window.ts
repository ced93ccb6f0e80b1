import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of one line of the tree, in pixels; as in office.css. */
export const LINE_PX = 32
/** Lines drawn above and below what is seen, so that a quick scroll shows no gap. */
const SPARE = 12

/** First and last line (exclusive) worth drawing, of `count` lines in a box that scrolls. */
export function linesInView(scrollPx: number, heightPx: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollPx / LINE_PX) - SPARE)
  return { from, to: Math.min(count, Math.ceil((scrollPx + heightPx) / LINE_PX) + SPARE) }
}

/** The same for a box that is there; it follows scrolling and its size. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): { from: number; to: number } {
  const [seen, setSeen] = useState({ from: 0, to: Math.min(count, 2 * SPARE) })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void =>
      setSeen(before => {
        const next = linesInView(element.scrollTop, element.clientHeight, count)
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
  }, [box, count])
  return seen
}

/** Scrolls a line into sight, if it is not. */
export function showLine(element: HTMLElement, index: number): void {
  const top = index * LINE_PX
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + LINE_PX > element.scrollTop + element.clientHeight)
    element.scrollTop = top + LINE_PX - element.clientHeight
}
