import { useContext } from 'react'
import { TabContext } from '../module/tab.ts'
import { useWords } from '../words/use-words.ts'
import { useStationFilter } from './station-filter.ts'

/**
 * Draws the word that a page or part shows all stations, while one is chosen in the top bar; nothing otherwise.
 * @param isNarrowed whether this part follows the choice; what the page's registry says when absent
 */
export function StationNote({ isNarrowed }: { isNarrowed?: boolean | undefined }) {
  const { stations } = useContext(TabContext)
  const isChosen = useStationFilter(filter => filter.stationId !== null)
  const { t } = useWords()
  if (!isChosen || stations === undefined || (isNarrowed ?? stations === 'narrowed')) return null
  return (
    <span className="w-station-note" title={t('kit.notByStationHint')}>
      {t('kit.notByStation')}
    </span>
  )
}
