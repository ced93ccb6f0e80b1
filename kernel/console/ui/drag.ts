import { useEffect, useEffectEvent } from 'react'

/** How long a finger rests on something before it takes hold of it (contract §9, "Drag delay default"). */
export const DRAG_DELAY_MS = 300
/** A hand is never quite still: less than this is a press. */
export const DRAG_SLACK_PX = 5

/** What a press has become: still a press, a drag, or something else, such as a finger that scrolls. */
export type Press = 'press' | 'drag' | 'other'

/**
 * Returns what a press has become. A mouse or pen drags as soon as it moves. A finger drags only after it has rested for the delay, because a
 * finger that moves at once wants to scroll.
 */
export function pressOf(pointer: string, movedPx: number, heldMs: number, delayMs: number = DRAG_DELAY_MS): Press {
  if (pointer === 'touch') {
    if (heldMs >= delayMs) return 'drag'
    return movedPx > DRAG_SLACK_PX ? 'other' : 'press'
  }
  return movedPx > DRAG_SLACK_PX ? 'drag' : 'press'
}

/** Place among the others of what is held at `at`: behind every one whose middle has been passed. */
export function dropPlace(middles: readonly number[], at: number): number {
  return middles.filter(middle => middle < at).length
}

/** While something is dragged: Escape ends it, and a finger that drags does not scroll the page. */
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
