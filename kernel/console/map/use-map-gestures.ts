import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type MapSize, type MapView, panBy, type Place, zoomAt } from './map-view.ts'

interface Gestures {
  readonly view: MapView
  readonly size: MapSize
  readonly onView: (view: MapView) => void
  /** Called for a press that did not move. */
  readonly onPress: (pixel: Place) => void
  /** Called when the pointer moves over the map without a press; null when it has left. */
  readonly onHover: (pixel: Place | null) => void
}

/** Movement in pixels that turns a press into a drag. */
const PRESS_PX = 4
const KEY_PAN_PX = 80
export const ZOOM_STEP = 1.6

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_PAN_PX, 0],
  ArrowRight: [-KEY_PAN_PX, 0],
  ArrowUp: [0, KEY_PAN_PX],
  ArrowDown: [0, -KEY_PAN_PX],
}

interface Press {
  readonly pointers: Map<number, Place>
  moved: number
}

/**
 * Handles dragging, pinching, wheel and keys of a map. The returned handlers go on the element; the hook binds the wheel itself.
 */
export function useMapGestures(element: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { view, size, onView, onPress, onHover } = gestures
  const press = useRef<Press>({ pointers: new Map(), moved: 0 })
  useWheel(element, (factor, pixel) => onView(zoomAt(view, factor, pixel, size)))

  const pixelOf = (event: PointerEvent): Place => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const onPointerDown = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointers } = press.current
    if (pointers.size === 0) press.current.moved = 0
    pointers.set(event.pointerId, pixelOf(event))
  }
  const onPointerMove = (event: PointerEvent): void => {
    const { pointers } = press.current
    const before = pointers.get(event.pointerId)
    const now = pixelOf(event)
    if (!before) return onHover(now)
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, pixel]) => pixel)
    pointers.set(event.pointerId, now)
    press.current.moved += Math.hypot(now.x - before.x, now.y - before.y)
    if (press.current.moved < PRESS_PX) return
    onView(moved(view, size, { before, now, other: others[0] }))
  }
  const onPointerUp = (event: PointerEvent): void => {
    const { pointers, moved: far } = press.current
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    if (event.type === 'pointerup' && far < PRESS_PX) onPress(pixelOf(event))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key]
    const factor = event.key === '+' || event.key === '=' ? ZOOM_STEP : event.key === '-' ? 1 / ZOOM_STEP : 1
    if (!step && factor === 1) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onView(step ? panBy(view, ...step) : zoomAt(view, factor, middleOf(size), size))
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    onPointerLeave: () => onHover(null),
    onKeyDown,
  }
}

export function middleOf({ width, height }: MapSize): Place {
  return { x: width / 2, y: height / 2 }
}

/**
 * Returns the view after a finger moved: one finger pans; two zoom by the change of their distance, around the one that stays.
 */
function moved(
  view: MapView,
  size: MapSize,
  { before, now, other }: { before: Place; now: Place; other: Place | undefined },
): MapView {
  if (!other) return panBy(view, now.x - before.x, now.y - before.y)
  const was = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
  return zoomAt(view, Math.hypot(now.x - other.x, now.y - other.y) / was, other, size)
}

/** Binds the wheel directly, because React's wheel listeners are passive and cannot stop the page from scrolling. */
function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, pixel: Place) => void): void {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const mine = element.current
    if (!mine) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const box = mine.getBoundingClientRect()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002))
      zoom(factor, { x: event.clientX - box.left, y: event.clientY - box.top })
    }
    mine.addEventListener('wheel', onWheel, { passive: false })
    return () => mine.removeEventListener('wheel', onWheel)
  }, [element])
}
