import { EmbeddedList, type ResourceSlots, type SectionProps, useWords } from '@wattyard/console-kit'
import { pile } from '../contract/pile.ts'
import { PILE_CELLS } from './live/live-cells.tsx'

const COLUMNS = ['code', 'name', 'live', 'currentType', 'power', 'connectorCount', 'status']
const SLOTS: ResourceSlots = { cells: PILE_CELLS, widths: { live: 190 } }

/** Draws the piles of one station, each with a link to its own page. */
export function PilesOfStation({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={pile}
      by="station"
      record={record}
      columns={COLUMNS}
      slots={SLOTS}
      empty={t('assets.stationPage.noPiles')}
    />
  )
}
