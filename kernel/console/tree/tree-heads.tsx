/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in the rows below them */
import { useWords } from '../words/use-words.ts'
import type { TreeColumn } from './tree-row.tsx'

/** Draws the column heads, with a hidden head above the rows' buttons. */
export function Heads<R>({
  name,
  columns,
  hasActions,
}: {
  name: string
  columns: readonly TreeColumn<R>[]
  hasActions: boolean
}) {
  const { t } = useWords()
  return (
    <div role="rowgroup">
      <div role="row" className="w-tree-head">
        <span role="columnheader">{name}</span>
        {columns.map(({ key, head }) => (
          <span key={key} role="columnheader" className="w-clip">
            {head}
          </span>
        ))}
        {hasActions && (
          <span role="columnheader">
            <span className="w-sr">{t('kit.actions')}</span>
          </span>
        )}
      </div>
    </div>
  )
}
