import { type RefObject, useEffect, useRef } from 'react'
import type { TreeLine } from './tree-model.ts'
import { DRAW_ALL_UP_TO, showLine } from './use-tree-window.ts'

/** Controls inside a row, in their order. */
export function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button:not([disabled]), a[href]')]
}

const rowOf = (box: HTMLElement | null, id: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`) ?? null

/** Puts the focus on rows, also on those that are drawn only after they are asked for, and shows the chosen one. */
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
    // Only when another is chosen: the tree stays where somebody has scrolled it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- lines are read, not followed
  }, [chosen])
  return {
    /** The row has the focus as soon as it is drawn. */
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
