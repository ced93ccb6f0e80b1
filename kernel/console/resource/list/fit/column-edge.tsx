import type { ReactNode } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import { useWords } from '../../../words/use-words.ts'
import './column-edge.css'

/** Draws the right edge of a table that has no room for some columns: how many, and the choice of columns. */
export function ColumnEdge({ count, children }: { count: number; children: () => ReactNode }) {
  const { t } = useWords()
  if (count === 0) return null
  return (
    <Popover
      align="end"
      label={t('kit.columns')}
      button={props => (
        <button type="button" className="w-column-edge w-no-print" title={t('kit.moreColumnsHint')} {...props}>
          {t('kit.moreColumns', { count })}
        </button>
      )}
    >
      {children}
    </Popover>
  )
}
