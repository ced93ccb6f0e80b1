import { type RefObject, useMemo, useState } from 'react'
import { useIsPhone } from '../ui/use-phone.ts'
import { foundIn, linesOf, type TreePlace, treeOf } from './tree-model.ts'
import type { TreeTableProps } from './tree-props.ts'
import { useOpenNodes } from './use-open-nodes.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeFocus } from './use-tree-focus.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeMoves } from './use-tree-moves.ts'
import { useTreeWindow } from './use-tree-window.ts'

const NOTHING: ReadonlySet<string> = new Set()
const LINE_PX = 36
const PHONE_LINE_PX = 44

/** Holds the state and behaviour of a tree, without drawing it. */
export function useTreeTable<R>(props: TreeTableProps<R>, box: RefObject<HTMLDivElement | null>) {
  const { nodes, chosen = null, rules = {}, onMove, canMove = () => true } = props
  const isPhone = useIsPhone()
  const linePx = isPhone ? PHONE_LINE_PX : LINE_PX
  const [sought, setSought] = useState('')
  const [held, setHeld] = useState<string | null>(chosen)
  const [renamed, setRenamed] = useState<string | null>(null)
  const tree = useMemo(() => treeOf(nodes), [nodes])
  const folding = useOpenNodes(tree, chosen, props.onLoad)
  const isSought = sought.trim() !== ''
  const lines = useMemo(
    () => (isSought ? linesOf(tree, NOTHING, foundIn(tree, sought)) : linesOf(tree, folding.closed)),
    [tree, isSought, sought, folding.closed],
  )
  const focus = useTreeFocus(box, lines, chosen, linePx)
  const moves = useTreeMoves({
    tree,
    rules,
    onMove,
    canUndo: props.canUndo ?? false,
    moveText: props.moveText,
  })
  // A search shows only a part of the tree, so a drop place would be unclear.
  const canHold = (id: string): boolean => {
    const node = tree.byId.get(id)
    return onMove !== undefined && !isSought && node !== undefined && canMove(node)
  }
  const move = (id: string, place: TreePlace | null, isHandle = false): void => {
    focus.want(id, isHandle)
    if (place?.parent) folding.open([place.parent])
    void moves.move(id, place).then(hasMoved => hasMoved && focus.want(id, isHandle))
  }
  const drag = useTreeDrag({ box, tree, lines, canHold, rules, onDrop: (id, place) => move(id, place) })
  const seen = useTreeWindow(box, lines.length, linePx)
  const at = (id: string | null): number => (id === null ? -1 : lines.findIndex(({ node }) => node.id === id))
  const stop = [at(held), at(chosen), 0].find(index => index >= 0) ?? 0
  const goTo = (id: string): void => {
    setHeld(id)
    focus.want(id)
    focus.show(id)
  }
  const onKeyDown = useTreeKeys({ props, tree, lines, folding, focus, canHold, move, moves, goTo, setRenamed })
  return {
    lines,
    seen,
    stop,
    drag,
    moves,
    folding,
    isPhone,
    linePx,
    isSought,
    sought,
    setSought,
    renamed,
    setRenamed,
    setHeld,
    goTo,
    onKeyDown,
    canHold,
  }
}

/** State and behaviour of a tree. */
export type TreeTableState<R> = ReturnType<typeof useTreeTable<R>>
