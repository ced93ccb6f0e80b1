import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { inItsPlace } from './todo-keys.ts'

const MAIN = '[data-todo-main]'

interface TodoFocus {
  readonly box: RefObject<HTMLDivElement | null>
  readonly goTo: (id: string | null) => void
  /** Handlers for the list's box, which track where the focus is. */
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Returns whether an element is in a dialog above the list. Such a dialog belongs to the work on the list; the dialog that
 * contains the list does not.
 */
function isAskedAbove(element: Element | null, box: HTMLElement): boolean {
  const dialog = element?.closest('dialog')
  return dialog !== null && dialog !== undefined && !dialog.contains(box)
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body

/**
 * Passes the focus on: when the focused item disappears, the next one gets the focus, or the text that all is done. Focus outside
 * the list is left alone. With `isFirst` the first item gets the focus at the start.
 */
export function useTodoFocus(ids: readonly string[], isFirst: boolean): TodoFocus {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<{ id: string; at: number } | null>(null)
  const hasBegun = useRef(!isFirst)
  const goTo = (id: string | null): void => {
    const place = box.current
    if (!place) return
    if (id === null) place.querySelector<HTMLElement>('[data-todo-done]')?.focus()
    else place.querySelector<HTMLElement>(`[data-todo="${CSS.escape(id)}"] ${MAIN}`)?.focus()
  }
  // Without dependencies: the item may disappear while a dialog about it is open, and only the render after the dialog's end
  // finds the focus free.
  useLayoutEffect(() => {
    const place = box.current
    if (!place) return
    const active = document.activeElement
    if (!hasBegun.current && ids[0] !== undefined) {
      hasBegun.current = true
      if (isNowhere(active) || (active?.closest('dialog')?.contains(place) ?? false)) goTo(ids[0])
      return
    }
    if (!held.current) return
    const at = ids.indexOf(held.current.id)
    if (at >= 0) held.current.at = at
    else if (!isAskedAbove(active, place)) {
      const next = inItsPlace(ids, held.current.at)
      if (isNowhere(active) || place.contains(active) || active?.contains(place)) goTo(next)
      if (next === null) held.current = null
    }
  })
  return {
    box,
    goTo,
    onFocus({ target }) {
      const id = target.closest<HTMLElement>('[data-todo]')?.dataset.todo
      if (id !== undefined && ids.includes(id)) held.current = { id, at: ids.indexOf(id) }
    },
    onBlur({ relatedTarget, currentTarget }) {
      const isLeft =
        relatedTarget instanceof Element &&
        !currentTarget.contains(relatedTarget) &&
        !isAskedAbove(relatedTarget, currentTarget)
      if (isLeft) held.current = null
    },
  }
}
