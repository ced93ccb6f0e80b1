import { DRAG_DELAY_MS, dropPlace, pressOf } from '@wattyard/console-kit'
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Hold {
  readonly path: string
  readonly pointer: string
  readonly x: number
  readonly y: number
  readonly since: number
}

/** Drags tabs by pointer. Returns the dragged tab and the strip's handlers; `onMove` gets each new place among the drawn ones. */
export function useDrag(strip: RefObject<HTMLElement | null>, onMove: (path: string, to: number) => void) {
  const [held, setHeld] = useState<string | null>(null)
  const hasDragged = useRef(false)
  const end = useRef<() => void>(() => undefined)
  useEffect(() => () => end.current(), [])

  const drag = (path: string, x: number): void => {
    const others = [...(strip.current?.querySelectorAll<HTMLElement>('[role="tab"]:not([data-over])') ?? [])].filter(
      tab => tab.dataset.path !== path,
    )
    const middles = others.map(tab => {
      const { left, width } = tab.getBoundingClientRect()
      return left + width / 2
    })
    onMove(path, dropPlace(middles, x))
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>, path: string): void => {
    hasDragged.current = false
    if (event.button !== 0) return
    const hold: Hold = { path, pointer: event.pointerType, x: event.clientX, y: event.clientY, since: event.timeStamp }
    let isDragging = false
    const start = (): void => {
      isDragging = true
      hasDragged.current = true
      setHeld(path)
    }
    const follow = (move: globalThis.PointerEvent): void => {
      if (!isDragging) {
        const moved = Math.hypot(move.clientX - hold.x, move.clientY - hold.y)
        const press = pressOf(hold.pointer, moved, move.timeStamp - hold.since)
        if (press === 'other') stop()
        if (press !== 'drag') return
        start()
      }
      drag(path, move.clientX)
    }
    // A dragged tab moves under the finger, so the strip must not scroll.
    const keepStill = (touch: TouchEvent): void => {
      if (isDragging) touch.preventDefault()
    }
    const timer = hold.pointer === 'touch' ? setTimeout(start, DRAG_DELAY_MS) : undefined
    const stop = (): void => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('touchmove', keepStill)
      setHeld(null)
    }
    end.current()
    end.current = stop
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('touchmove', keepStill, { passive: false })
  }

  /** Swallows the click that ends a drag. */
  const onClickCapture = (event: MouseEvent): void => {
    if (!hasDragged.current) return
    hasDragged.current = false
    event.stopPropagation()
    event.preventDefault()
  }
  return { held, onPointerDown, onClickCapture }
}
