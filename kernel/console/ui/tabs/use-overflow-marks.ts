import { type RefCallback, useCallback } from 'react'

/**
 * Returns a ref that marks the element with `data-left` and `data-right` while content is hidden there, so that an edge can be drawn
 * with a shade.
 */
export function useOverflowMarks(): RefCallback<HTMLElement> {
  return useCallback(element => {
    if (!element) return
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-left', scrollLeft > 1)
      element.toggleAttribute('data-right', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const watcher = new ResizeObserver(mark)
    watcher.observe(element)
    if (element.firstElementChild) watcher.observe(element.firstElementChild)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
}
