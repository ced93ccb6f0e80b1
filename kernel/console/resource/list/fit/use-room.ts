import { type RefCallback, useCallback, useState } from 'react'

let barWidth: number | undefined

/** Returns the width in pixels that a vertical scroll bar takes from its box; 0 where bars lie over the content. */
function scrollBarWidth(): number {
  if (barWidth === undefined) {
    const probe = document.createElement('div')
    probe.style.cssText = 'position:absolute;visibility:hidden;inline-size:50px;overflow:scroll'
    document.body.append(probe)
    barWidth = probe.offsetWidth - probe.clientWidth
    probe.remove()
  }
  return barWidth
}

/**
 * Measures the pixels that an element has for a table with a scroll bar, and again whenever its width changes. They are undefined
 * until the element is drawn, and stay as they were while it is put away; an element without a layout has no limit.
 */
export function useRoom(): { ref: RefCallback<HTMLElement>; room: number | undefined } {
  const [room, setRoom] = useState<number | undefined>()
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = (): void => {
      const { clientWidth } = element
      if (clientWidth > 0) setRoom(clientWidth - scrollBarWidth())
      else setRoom(before => before ?? Number.POSITIVE_INFINITY)
    }
    // Before the first paint, so that the table is drawn once, with its columns.
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return { ref, room }
}
