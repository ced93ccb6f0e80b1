import { useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import './log.css'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/**
 * Draws the button for older lines. After a text search it shows how far back the search went, because older lines may match too.
 */
export function LogFoot({ log, searchedTo }: { log: Paged; searchedTo: number | null | undefined }) {
  const { t } = useWords()
  if (!log.hasNextPage) return null
  return (
    <div className="w-row platform-log-foot">
      <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
        {t(searchedTo ? 'platform.audit.searchOn' : 'platform.audit.more')}
      </Button>
      {searchedTo && (
        <span className="w-quiet">
          {t('platform.audit.searchedTo')} <When at={searchedTo} />
        </span>
      )}
    </div>
  )
}
