import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { DRAG_DELAY_MS, pressOf } from './drag.ts'

interface RowDrag {
  /** Key of the dragged row; null when there is none. */
  readonly held: string | null
  /** Handler for each row's handle. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, key: string) => void
}

interface Handlers {
  /** Called when the dragged row is at this height of the window. */
  readonly over: (key: string, y: number) => void
  /** Called when the row is dropped, or the drag is cancelled by Escape. */
  readonly end: (key: string, isDropped: boolean) => void
}

/** Within this distance of an edge of the window, in pixels, the page scrolls by SCROLL_PX with every move. */
const EDGE_PX = 60
const SCROLL_PX = 14

/**
 * Drags rows by pointer: a mouse or pen drags at once, a finger after it has rested on the handle. The owner decides where the
 * row would go, from the rows in `list`.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, handlers: Handlers): RowDrag {
  const [held, setHeld] = useState<string | null>(null)
  const stopNow = useRef<() => void>(() => undefined)
  useEffect(() => () => stopNow.current(), [])
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  const onPointerDown = (event: PointerEvent<HTMLElement>, key: string): void => {
    if (event.button !== 0) return
    const from = { x: event.clientX, y: event.clientY, at: event.timeStamp, pointer: event.pointerType }
    let isDragging = false
    const start = (): void => {
      isDragging = true
      setHeld(key)
    }
    const follow = (move: globalThis.PointerEvent): void => {
      if (!isDragging) {
        const press = pressOf(
          from.pointer,
          Math.hypot(move.clientX - from.x, move.clientY - from.y),
          move.timeStamp - from.at,
        )
        if (press === 'other') stop(false)
        if (press !== 'drag') return
        start()
      }
      const scroller = list.current?.closest('main') ?? document.scrollingElement
      if (move.clientY < EDGE_PX) scroller?.scrollBy({ top: -SCROLL_PX })
      if (move.clientY > window.innerHeight - EDGE_PX) scroller?.scrollBy({ top: SCROLL_PX })
      latest.current.over(key, move.clientY)
    }
    const byKey = (pressed: KeyboardEvent): void => {
      if (pressed.key === 'Escape') stop(false)
    }
    const keepStill = (touch: TouchEvent): void => {
      if (isDragging) touch.preventDefault()
    }
    const drop = (): void => stop(true)
    const giveUp = (): void => stop(false)
    const timer = from.pointer === 'touch' ? setTimeout(start, DRAG_DELAY_MS) : undefined
    const stop = (isDropped: boolean): void => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', giveUp)
      window.removeEventListener('keydown', byKey)
      window.removeEventListener('touchmove', keepStill)
      stopNow.current = () => undefined
      setHeld(null)
      if (isDragging) latest.current.end(key, isDropped)
    }
    stopNow.current()
    stopNow.current = giveUp
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', giveUp)
    window.addEventListener('keydown', byKey)
    window.addEventListener('touchmove', keepStill, { passive: false })
  }
  return { held, onPointerDown }
}
