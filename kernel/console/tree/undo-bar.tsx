import { useWords } from '../words/use-words.ts'
import type { TreeTableState } from './use-tree-table.ts'

/** Draws the last move and its undo button. */
export function UndoBar<R>({ state: { moves, goTo } }: { state: TreeTableState<R> }) {
  const { t } = useWords()
  const { undoable } = moves
  if (undoable === null) return null
  return (
    <p className="w-row w-tree-foot w-no-print">
      <span className="w-grow w-clip">{undoable.text}</span>
      <button
        type="button"
        className="w-link-button"
        onClick={() => {
          // The button disappears with the move, so the focus goes to the row.
          goTo(undoable.id)
          void moves.undo()
        }}
      >
        {t('kit.tree.undo')}
      </button>
    </p>
  )
}
