import type { ReactNode } from 'react'
import type { TreeNode, TreePlace } from './tree-model.ts'
import type { MoveRules } from './tree-moves.ts'
import type { TreeColumn } from './tree-row.tsx'
import type { MoveNode } from './use-tree-moves.ts'

export interface TreeTableProps<R> {
  /** Name of the tree for a screen reader. */
  readonly label: string
  /** All nodes in their order; those beside each other stand as they are given. */
  readonly nodes: readonly TreeNode<R>[]
  readonly chosen?: string | null
  /** Enter, space or a click. */
  readonly onChoose?: (node: TreeNode<R>) => void
  /** The name as it is drawn; the label where absent. */
  readonly name?: (node: TreeNode<R>) => ReactNode
  /** Head of the column of names; with it the heads are shown. */
  readonly head?: string
  readonly columns?: readonly TreeColumn<R>[]
  /** Buttons at the end of the row; the right arrow leads to them. */
  readonly actions?: (node: TreeNode<R>) => ReactNode
  /** `data-` attributes of a row, for its looks. */
  readonly rowData?: (node: TreeNode<R>) => Readonly<Record<string, string | undefined>>
  /** Text of the search; without it there is none. */
  readonly search?: string
  /** Beside expand all and collapse all; without it and without a search these are not drawn. */
  readonly note?: ReactNode
  readonly empty?: string
  /** Moves by dragging and by Alt with an arrow. Asked only what the rules allow. */
  readonly onMove?: MoveNode<R>
  /** Cycles are always refused; depth and the rest are the caller's. */
  readonly rules?: MoveRules<R>
  /** Whether a node can be moved at all. */
  readonly canMove?: (node: TreeNode<R>) => boolean
  /** What the arrows mean where it is not the usual: place for a key, null for none. */
  readonly stepTo?: (node: TreeNode<R>, key: string) => TreePlace | null
  readonly moveText?: (node: TreeNode<R>, place: TreePlace) => string
  /** Offers to undo the last move, by a button and by Ctrl+Z. */
  readonly canUndo?: boolean
  /** Label of a handle in each row, which takes arrows without Alt. */
  readonly handle?: (node: TreeNode<R>) => string
  /** F2 edits the name in its place. */
  readonly rename?: { readonly label: string; readonly onDone: (node: TreeNode<R>, name: string) => void }
  /** Loads the children of a lazy node, which are then among `nodes`. */
  readonly onLoad?: (node: TreeNode<R>) => Promise<void>
  /** A line below that tells the keys. */
  readonly keysNote?: string
}
