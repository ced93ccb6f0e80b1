import { type RefObject, useEffect, useRef } from 'react'
import type { TreeLine } from './tree-model.ts'
import { DRAW_ALL_UP_TO, showLine } from './use-tree-window.ts'

/** Returns the controls inside a row, in order. */
export function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button:not([disabled]), a[href]')]
}

const rowOf = (box: HTMLElement | null, id: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`) ?? null

/** Focuses rows, including rows that are drawn only later, and scrolls to the chosen one. */
export function useTreeFocus<R>(
  box: RefObject<HTMLElement | null>,
  lines: readonly TreeLine<R>[],
  chosen: string | null,
  linePx: number,
) {
  const wanted = useRef<{ id: string; isHandle: boolean } | null>(null)
  const show = (id: string): void => {
    const index = lines.findIndex(({ node }) => node.id === id)
    if (!box.current || index < 0) return
    if (lines.length > DRAW_ALL_UP_TO) showLine(box.current, index, linePx)
    else rowOf(box.current, id)?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    if (wanted.current === null) return
    const row = rowOf(box.current, wanted.current.id)
    if (!row) return
    const target = wanted.current.isHandle ? row.querySelector<HTMLElement>('[data-handle]') : row
    wanted.current = null
    target?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (chosen !== null) show(chosen)
    // Runs only when another node is chosen; otherwise the tree keeps its scroll position.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lines are read, but do not trigger it
  }, [chosen])
  return {
    /** Focuses the row as soon as it is drawn. */
    want(id: string, isHandle = false): void {
      wanted.current = { id, isHandle }
    },
    show,
    intoRow(id: string): boolean {
      const row = rowOf(box.current, id)
      const [first] = row ? controlsOf(row) : []
      first?.focus()
      return first !== undefined
    },
  }
}
