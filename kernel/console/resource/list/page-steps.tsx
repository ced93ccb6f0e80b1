import { Button } from 'antd'
import { useWords } from '../../words/use-words.ts'

interface PageStepsProps {
  /** Current page, counted from 1. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Draws links to the previous and next page, for short lists outside a list page; nothing for a single page. */
export function PageSteps({ page, pages, onPage }: PageStepsProps) {
  const { t } = useWords()
  if (pages <= 1) return null
  return (
    <div className="w-row w-page-steps">
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('kit.previousPage')}
      </Button>
      <span className="w-num">
        {page} / {pages}
      </span>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('kit.nextPage')}
      </Button>
    </div>
  )
}
