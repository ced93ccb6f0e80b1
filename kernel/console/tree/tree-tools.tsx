import { Button } from 'antd'
import type { ReactNode } from 'react'
import { SearchInput } from '../ui/search-input.tsx'
import { useWords } from '../words/use-words.ts'
import type { OpenNodes } from './use-open-nodes.ts'

interface TreeToolsProps {
  readonly search: string | undefined
  readonly sought: string
  readonly onSought: (text: string) => void
  readonly note: ReactNode
  readonly folding: OpenNodes
}

/** Draws the search field and the buttons that open and close all nodes. */
export function TreeTools({ search, sought, onSought, note, folding }: TreeToolsProps) {
  const { t } = useWords()
  return (
    <div className="w-tree-tools w-no-print">
      {search !== undefined && <SearchInput label={search} value={sought} onChange={onSought} />}
      <div className="w-row">
        <span className="w-quiet w-grow">{note}</span>
        <Button size="small" type="text" disabled={sought.trim() !== ''} onClick={folding.openAll}>
          {t('kit.tree.expandAll')}
        </Button>
        <Button size="small" type="text" disabled={sought.trim() !== ''} onClick={folding.closeAll}>
          {t('kit.tree.collapseAll')}
        </Button>
      </div>
    </div>
  )
}
