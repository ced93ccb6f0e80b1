import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react'
import { pressOf, useDragCancel } from '../ui/drag.ts'

/** Within this distance of an edge, in pixels, the board scrolls by SCROLL_PX with every move. */
const EDGE_PX = 40
const SCROLL_PX = 14

interface Pressed {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly at: number
}

export interface Dragged {
  readonly id: string
  /** Offset in pixels from where the card was picked up. */
  readonly dx: number
  readonly dy: number
  /** Column under the pointer that accepts the card; null over any other place. */
  readonly over: string | null
}

interface BoardDrag {
  readonly box: RefObject<HTMLElement | null>
  /** Returns whether a card may be in a column. */
  readonly mayBeIn: (id: string, column: string) => boolean
  readonly canHold: (id: string) => boolean
  readonly onDrop: (id: string, column: string) => void
}

function columnAt(box: HTMLElement, x: number, y: number): string | null {
  for (const column of box.querySelectorAll<HTMLElement>('[data-column]')) {
    const { left, right, top, bottom } = column.getBoundingClientRect()
    if (x >= left && x < right && y >= top && y < bottom) return column.dataset.column ?? null
  }
  return null
}

/** Drags cards with a mouse, a pen, or a finger that has rested on a card. Escape cancels the drag. */
export function useBoardDrag({ box, mayBeIn, canHold, onDrop }: BoardDrag) {
  const pressed = useRef<Pressed | null>(null)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const end = (): void => {
    pressed.current = null
    setDragged(null)
  }
  const isDragging = dragged !== null
  useDragCancel(isDragging, end)
  const targetAt = (event: ReactPointerEvent, id: string): string | null => {
    const column = box.current && columnAt(box.current, event.clientX, event.clientY)
    return column && mayBeIn(id, column) ? column : null
  }
  return {
    dragged,
    /** Returns whether the press that just ended dragged a card; its click must not open the card. */
    hasDragged: (): boolean => wasDragged.current,
    events: {
      onPointerDown(event: ReactPointerEvent): void {
        wasDragged.current = false
        if (event.button !== 0 || !(event.target instanceof Element)) return
        const card = event.target.closest<HTMLElement>('[data-card]')
        const id = card?.dataset.card
        if (id === undefined || !canHold(id)) return
        pressed.current = { id, x: event.clientX, y: event.clientY, at: event.timeStamp }
      },
      onPointerMove(event: ReactPointerEvent): void {
        const one = pressed.current
        const element = box.current
        if (!one || !element) return
        const [dx, dy] = [event.clientX - one.x, event.clientY - one.y]
        const what = isDragging ? 'drag' : pressOf(event.pointerType, Math.hypot(dx, dy), event.timeStamp - one.at)
        if (what === 'other') pressed.current = null
        if (what !== 'drag') return
        if (!isDragging) element.setPointerCapture(event.pointerId)
        const { left, right } = element.getBoundingClientRect()
        if (event.clientX < left + EDGE_PX) element.scrollBy(-SCROLL_PX, 0)
        if (event.clientX > right - EDGE_PX) element.scrollBy(SCROLL_PX, 0)
        setDragged({ id: one.id, dx, dy, over: targetAt(event, one.id) })
      },
      onPointerUp(event: ReactPointerEvent): void {
        const one = pressed.current
        const target = one && isDragging ? targetAt(event, one.id) : null
        wasDragged.current = isDragging
        end()
        if (one && target) onDrop(one.id, target)
      },
      onPointerCancel: end,
    },
  }
}
