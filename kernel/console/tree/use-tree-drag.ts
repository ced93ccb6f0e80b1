import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react'
import { pressOf, useDragCancel } from '../ui/drag.ts'
import type { Tree, TreeLine, TreePlace } from './tree-model.ts'
import { allowedDrop, type DropSide, type MoveRules } from './tree-moves.ts'

/** Within this distance of an edge, in pixels, the box scrolls by SCROLL_PX with every move. */
const EDGE_PX = 28
const SCROLL_PX = 12

interface Held {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly at: number
}

export interface DropTarget {
  readonly id: string
  readonly side: DropSide
  readonly place: TreePlace
}

interface TreeDrag<R> {
  readonly box: RefObject<HTMLElement | null>
  readonly tree: Tree<R>
  readonly lines: readonly TreeLine<R>[]
  /** Returns whether a node can be dragged now. */
  readonly canHold: (id: string) => boolean
  readonly rules: MoveRules<R>
  readonly onDrop: (id: string, place: TreePlace) => void
}

/** Returns the nearest scrolling element around the rows. */
function scrollerOf(element: HTMLElement): Element | null {
  for (let at: HTMLElement | null = element; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.scrollingElement
}

/** Drags rows with a mouse, a pen, or a finger that has rested on a row. Escape cancels the drag. */
export function useTreeDrag<R>({ box, tree, lines, canHold, rules, onDrop }: TreeDrag<R>) {
  const held = useRef<Held | null>(null)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const end = (): void => {
    held.current = null
    setDragged(null)
    setTarget(null)
  }
  useDragCancel(dragged !== null, end)

  const targetAt = (y: number, id: string): DropTarget | null => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('[data-node]') ?? []) {
      const { top, height } = row.getBoundingClientRect()
      if (y < top || y >= top + height) continue
      const line = lines.find(({ node }) => node.id === row.dataset.node)
      const drop = line && allowedDrop(tree, line, (y - top) / height, id, rules)
      return line && drop ? { id: line.node.id, ...drop } : null
    }
    return null
  }
  const move = (event: ReactPointerEvent): void => {
    const one = held.current
    const element = box.current
    if (!one || !element) return
    const far = Math.hypot(event.clientX - one.x, event.clientY - one.y)
    const what = dragged === null ? pressOf(event.pointerType, far, event.timeStamp - one.at) : 'drag'
    if (what === 'other') held.current = null
    if (what !== 'drag') return
    if (dragged === null) {
      element.setPointerCapture(event.pointerId)
      setDragged(one.id)
    }
    const scroller = scrollerOf(element)
    const bounds = scroller?.getBoundingClientRect()
    if (bounds && event.clientY < Math.max(0, bounds.top) + EDGE_PX) scroller?.scrollBy(0, -SCROLL_PX)
    if (bounds && event.clientY > Math.min(window.innerHeight, bounds.bottom) - EDGE_PX)
      scroller?.scrollBy(0, SCROLL_PX)
    setTarget(targetAt(event.clientY, one.id))
  }
  return {
    dragged,
    target,
    /** Returns whether the press that just ended dragged a row; its click must not choose the row. */
    hasDragged: (): boolean => wasDragged.current,
    events: {
      onPointerDown(event: ReactPointerEvent): void {
        wasDragged.current = false
        if (event.button !== 0 || !(event.target instanceof Element)) return
        if (event.target.closest('a, input, select, button:not([data-handle])')) return
        const id = event.target.closest<HTMLElement>('[data-node]')?.dataset.node
        if (id === undefined || !canHold(id)) return
        held.current = { id, x: event.clientX, y: event.clientY, at: event.timeStamp }
      },
      onPointerMove: move,
      onPointerUp(event: ReactPointerEvent): void {
        const one = held.current
        // The drop position counts, because a quick hand is ahead of the last render.
        const drop = one && dragged !== null ? targetAt(event.clientY, one.id) : null
        wasDragged.current = dragged !== null
        end()
        if (one && drop) onDrop(one.id, drop.place)
      },
      onPointerCancel: end,
    },
  }
}
