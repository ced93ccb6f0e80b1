import { showNumber, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import './log.css'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

interface LogFootProps {
  readonly log: Paged
  readonly searchedTo: number | null | undefined
  /** Number of lines shown so far. */
  readonly count: number | undefined
}

/**
 * Draws how many lines are shown, and the button for older ones. After a text search it shows how far back the search went, because older lines may match too.
 */
export function LogFoot({ log, searchedTo, count }: LogFootProps) {
  const { t, language } = useWords()
  if (!count && !log.hasNextPage) return null
  return (
    <div className="w-row platform-log-foot">
      <span className="w-num w-quiet" aria-live="polite">
        {t(log.hasNextPage ? 'platform.audit.shownOfMore' : 'platform.audit.shownAll', {
          count: showNumber(count ?? 0, language),
        })}
      </span>
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t(searchedTo ? 'platform.audit.searchOn' : 'platform.audit.more')}
        </Button>
      )}
      {log.hasNextPage && searchedTo && (
        <span className="w-quiet">
          {t('platform.audit.searchedTo')} <When at={searchedTo} />
        </span>
      )}
    </div>
  )
}
