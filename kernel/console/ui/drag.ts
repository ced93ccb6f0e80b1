import { useEffect, useEffectEvent } from 'react'

/** Time in ms that a finger must rest before it drags (contract §9, "Drag delay default"). */
export const DRAG_DELAY_MS = 300
/** Largest movement in pixels of a press, because a hand is never quite still. */
export const DRAG_SLACK_PX = 5

/** Result of a press so far: still a press, a drag, or something else, such as scrolling. */
export type Press = 'press' | 'drag' | 'other'

/**
 * Returns the result of a press so far. A mouse or pen drags as soon as it moves. A finger drags only after it has rested for the
 * delay, because a finger that moves at once means to scroll.
 */
export function pressOf(pointer: string, movedPx: number, heldMs: number, delayMs: number = DRAG_DELAY_MS): Press {
  if (pointer === 'touch') {
    if (heldMs >= delayMs) return 'drag'
    return movedPx > DRAG_SLACK_PX ? 'other' : 'press'
  }
  return movedPx > DRAG_SLACK_PX ? 'drag' : 'press'
}

/** Returns the index among the others for an item held at `at`: behind every one whose middle has been passed. */
export function dropPlace(middles: readonly number[], at: number): number {
  return middles.filter(middle => middle < at).length
}

/** During a drag, lets Escape cancel it and keeps touch moves from scrolling the page. */
export function useDragCancel(isDragging: boolean, end: () => void): void {
  const stop = useEffectEvent(end)
  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop()
    }
    const stay = (event: TouchEvent): void => event.preventDefault()
    window.addEventListener('keydown', cancel)
    window.addEventListener('touchmove', stay, { passive: false })
    return () => {
      window.removeEventListener('keydown', cancel)
      window.removeEventListener('touchmove', stay)
    }
  }, [isDragging])
}
