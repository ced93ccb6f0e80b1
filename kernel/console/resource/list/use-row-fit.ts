import { type RefCallback, useCallback, useRef, useState } from 'react'

/** Returns how many of a wrapping row's children stand in its first line: those whose top is the first one's. */
export function countInFirstLine(tops: readonly number[]): number {
  const [first] = tops
  return tops.filter(top => first !== undefined && top <= first).length
}

/**
 * Counts the children of a wrapping row that fit into its first line, and again whenever the row or one of them changes
 * its size: words of another language, a value that was chosen.
 */
export function useRowFit(): { ref: RefCallback<HTMLElement>; fits: number } {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  const watched = useRef(new Set<Element>())
  const ref = useCallback((row: HTMLElement | null) => {
    if (!row) return
    const seen = watched.current
    const measure = (): void => {
      const children = [...row.children]
      for (const child of children) if (!seen.has(child)) watch(child)
      setFits(countInFirstLine(children.map(child => (child instanceof HTMLElement ? child.offsetTop : 0))))
    }
    const sizes = new ResizeObserver(measure)
    const watch = (child: Element): void => {
      seen.add(child)
      sizes.observe(child)
    }
    // The observer calls once the browser has laid out the page, before it paints: to ask here would make it do so twice.
    sizes.observe(row)
    return () => {
      sizes.disconnect()
      seen.clear()
    }
  }, [])
  return { ref, fits }
}
