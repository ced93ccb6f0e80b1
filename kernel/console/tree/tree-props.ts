import type { ReactNode } from 'react'
import type { TreeNode, TreePlace } from './tree-model.ts'
import type { MoveRules } from './tree-moves.ts'
import type { TreeColumn } from './tree-row.tsx'
import type { MoveNode } from './use-tree-moves.ts'

export interface TreeTableProps<R> {
  /** Name of the tree for screen readers. */
  readonly label: string
  /** All nodes; siblings keep the given order. */
  readonly nodes: readonly TreeNode<R>[]
  readonly chosen?: string | null
  /** Called for Enter, Space or a click. */
  readonly onChoose?: (node: TreeNode<R>) => void
  /** Draws the name; the label when absent. */
  readonly name?: (node: TreeNode<R>) => ReactNode
  /** Head of the name column; the heads are drawn only with it. */
  readonly head?: string
  readonly columns?: readonly TreeColumn<R>[]
  /** Draws buttons at the end of the row; the right arrow key moves to them. */
  readonly actions?: (node: TreeNode<R>) => ReactNode
  /** Returns `data-` attributes of a row, for its style. */
  readonly rowData?: (node: TreeNode<R>) => Readonly<Record<string, string | undefined>>
  /** Label of the search field; without it there is none. */
  readonly search?: string
  /** Note beside "expand all" and "collapse all"; without a note and a search these are not drawn. */
  readonly note?: ReactNode
  readonly empty?: string
  /** Moves a node, by dragging or by Alt with an arrow. Called only for moves that the rules allow. */
  readonly onMove?: MoveNode<R>
  /** Rules for moves. Cycles are always refused. */
  readonly rules?: MoveRules<R>
  /** Returns whether a node can be moved at all. */
  readonly canMove?: (node: TreeNode<R>) => boolean
  /** Returns the place for an arrow key where it differs from the default; null for none. */
  readonly stepTo?: (node: TreeNode<R>, key: string) => TreePlace | null
  readonly moveText?: (node: TreeNode<R>, place: TreePlace) => string
  /** Offers to undo the last move, by a button and by Ctrl+Z. */
  readonly canUndo?: boolean
  /** Returns the label of a drag handle in the row; on the handle, arrows work without Alt. */
  readonly handle?: (node: TreeNode<R>) => string
  /** Lets F2 edit the name in its row. */
  readonly rename?: { readonly label: string; readonly onDone: (node: TreeNode<R>, name: string) => void }
  /** Loads the children of a lazy node, which the caller then adds to `nodes`. */
  readonly onLoad?: (node: TreeNode<R>) => Promise<void>
  /** Help about the keys, below the tree. */
  readonly keysNote?: string
}
