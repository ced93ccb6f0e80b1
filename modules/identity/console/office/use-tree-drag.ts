import { pressOf } from '@wattyard/console-kit'
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type DropSide, placeAt, sideOf, type TreeLine } from './tree-keys.ts'
import { type OfficeNode, withBelow } from './use-offices.ts'
import { LINE_PX } from './use-window.ts'

/** Where an office is to stand: below which one (null is the top), and in front of which one there (null is last). */
export interface OfficePlace {
  readonly parent: string | null
  readonly before: string | null
}

/** This near to an edge of the tree it scrolls by so much with every move. */
const EDGE_PX = 28
const SCROLL_PX = 12

interface Held {
  readonly node: OfficeNode
  readonly x: number
  readonly y: number
  readonly at: number
}

/** Carrying a line of the tree with a mouse, a pen or a finger that has rested on it. Without `lines` nothing can be carried. */
export function useTreeDrag(
  tree: RefObject<HTMLElement | null>,
  lines: readonly TreeLine[] | null,
  onDrop: ((node: OfficeNode, to: OfficePlace) => void) | undefined,
) {
  const held = useRef<Held | null>(null)
  const wasCarried = useRef(false)
  const [carried, setCarried] = useState<string | null>(null)
  const [target, setTarget] = useState<{ index: number; side: DropSide } | null>(null)

  const end = (): void => {
    held.current = null
    setCarried(null)
    setTarget(null)
  }
  useEffect(() => {
    if (carried === null) return
    const cancel = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end()
    }
    // A finger that carries must not scroll the page.
    const stay = (event: TouchEvent): void => event.preventDefault()
    window.addEventListener('keydown', cancel)
    window.addEventListener('touchmove', stay, { passive: false })
    return () => {
      window.removeEventListener('keydown', cancel)
      window.removeEventListener('touchmove', stay)
    }
  }, [carried])

  const targetAt = (y: number, node: OfficeNode): { index: number; side: DropSide } | null => {
    const element = tree.current
    if (!element || lines === null) return null
    const box = element.getBoundingClientRect()
    const inside = y - box.top + element.scrollTop
    const index = Math.floor(inside / LINE_PX)
    const line = lines[index]
    // Nothing goes below itself; the server would refuse it too.
    if (!line || withBelow(node).some(({ id }) => id === line.node.id)) return null
    return { index, side: sideOf(inside / LINE_PX - index) }
  }
  const move = (event: ReactPointerEvent): void => {
    const one = held.current
    const element = tree.current
    if (!one || !element) return
    const moved = Math.hypot(event.clientX - one.x, event.clientY - one.y)
    const what = carried === null ? pressOf(event.pointerType, moved, event.timeStamp - one.at) : 'drag'
    if (what === 'other') held.current = null
    if (what !== 'drag') return
    if (carried === null) {
      element.setPointerCapture(event.pointerId)
      setCarried(one.node.id)
    }
    const box = element.getBoundingClientRect()
    if (event.clientY < box.top + EDGE_PX) element.scrollBy(0, -SCROLL_PX)
    if (event.clientY > box.bottom - EDGE_PX) element.scrollBy(0, SCROLL_PX)
    setTarget(targetAt(event.clientY, one.node))
  }
  const letGo = (): void => {
    const one = held.current
    wasCarried.current = carried !== null
    const to = carried !== null && target !== null && lines !== null ? placeAt(lines, target.index, target.side) : null
    end()
    if (one && to && to.before !== one.node.id) onDrop?.(one.node, to)
  }
  return {
    carried,
    target,
    /** Whether the press that just ended has carried something: its click chooses nothing. */
    hasCarried: (): boolean => wasCarried.current,
    events: {
      onPointerDown(event: ReactPointerEvent): void {
        wasCarried.current = false
        if (lines === null || event.button !== 0 || !(event.target instanceof Element)) return
        const id = event.target.closest<HTMLElement>('[data-office]')?.dataset.office
        const node = lines.find(line => line.node.id === id)?.node
        held.current = node ? { node, x: event.clientX, y: event.clientY, at: event.timeStamp } : null
      },
      onPointerMove: move,
      onPointerUp: letGo,
      onPointerCancel: end,
    },
  }
}
