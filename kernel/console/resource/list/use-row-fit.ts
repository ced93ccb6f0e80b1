import { type RefCallback, useCallback, useRef, useState } from 'react'

/** Returns the number of children in the first line of a wrapping row, by their tops: those with the top of the first one. */
export function countInFirstLine(tops: readonly number[]): number {
  const [first] = tops
  return tops.filter(top => first !== undefined && top <= first).length
}

/**
 * Counts the children of a wrapping row that fit into its first line. Counts again whenever the row or a child changes its size,
 * such as after a change of language or of a filter.
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
    // The observer fires after layout and before paint; measuring here would force a second layout.
    sizes.observe(row)
    return () => {
      sizes.disconnect()
      seen.clear()
    }
  }, [])
  return { ref, fits }
}
