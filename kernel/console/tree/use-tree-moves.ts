import { useState } from 'react'
import { toast } from '../ui/toasts.tsx'
import { useInTurn } from '../ui/use-in-turn.ts'
import { useWords } from '../words/use-words.ts'
import { parentOf, type Tree, type TreeNode, type TreePlace } from './tree-model.ts'
import { isAllowed, type MoveRules, placeOf, positionOf } from './tree-moves.ts'

/** Moves a node and returns whether it was moved. It returns false when the caller asks first and completes the move itself. */
export type MoveNode<R> = (node: TreeNode<R>, place: TreePlace) => Promise<boolean>

interface Undo {
  readonly id: string
  readonly place: TreePlace
  /** Announcement of the move. */
  readonly text: string
}

interface TreeMoves<R> {
  readonly tree: Tree<R>
  readonly rules: MoveRules<R>
  readonly onMove: MoveNode<R> | undefined
  readonly canUndo: boolean
  /** Returns the announcement of a move instead of the kit's own. */
  readonly moveText: ((node: TreeNode<R>, place: TreePlace) => string) | undefined
}

/** Runs moves one after the other, announces the result of each, and keeps the last one for undo. */
export function useTreeMoves<R>({ tree, rules, onMove, canUndo, moveText }: TreeMoves<R>) {
  const { t } = useWords()
  const inTurn = useInTurn()
  const [said, setSaid] = useState('')
  const [undoable, setUndoable] = useState<Undo | null>(null)
  const textOf = (node: TreeNode<R>, place: TreePlace): string => {
    if (moveText) return moveText(node, place)
    const above = place.parent === null ? t('kit.tree.top') : (tree.byId.get(place.parent)?.label ?? '')
    return t('kit.tree.moved', { name: node.label, above, place: positionOf(tree, node.id, place) + 1 })
  }
  const write = async (id: string, place: TreePlace, text: (node: TreeNode<R>) => string): Promise<boolean> => {
    const node = tree.byId.get(id)
    if (!node || !onMove) return false
    try {
      const hasMoved = await inTurn(async () => onMove(node, place))
      if (hasMoved) setSaid(text(node))
      return hasMoved
    } catch {
      setSaid(t('kit.tree.notMoved', { name: node.label }))
      return false
    }
  }
  return {
    said,
    /** The last move, while it can be undone. */
    undoable,
    /** Returns whether the node was moved. */
    async move(id: string, place: TreePlace | null): Promise<boolean> {
      const node = tree.byId.get(id)
      if (!node) return false
      if (place === null || !isAllowed(tree, id, place, rules)) {
        const reason = place === null ? false : rules.mayMove?.(node, place)
        if (typeof reason === 'string') {
          toast.info(reason) // screen readers announce it
          return false
        }
        const text = t('kit.tree.cannotMove', { name: node.label })
        // The invisible character makes a second refusal a new text, which is announced again.
        setSaid(before => (before === text ? `${text}\u200b` : text))
        return false
      }
      const before = placeOf(tree, id)
      const text = textOf(node, place)
      const hasMoved = await write(id, place, () => text)
      if (hasMoved) setUndoable(canUndo ? { id, place: before, text } : null)
      return hasMoved
    },
    async undo(): Promise<void> {
      if (undoable === null) return
      const { id, place } = undoable
      setUndoable(null)
      // The sibling behind it may have moved since.
      const isThere = place.before !== null && parentOf(tree, place.before) === place.parent
      const to = isThere ? place : { ...place, before: null }
      await write(id, to, node => t('kit.tree.undone', { name: node.label }))
    },
  }
}
