import { EmbeddedList, type SectionProps, useWords } from '@wattyard/console-kit'
import { pile } from '../contract/pile.ts'

const COLUMNS = ['code', 'name', 'currentType', 'power', 'connectorCount', 'status']

/** Draws the piles of one station, each with a link to its own page. */
export function PilesOfStation({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={pile}
      by="station"
      record={record}
      columns={COLUMNS}
      empty={t('assets.stationPage.noPiles')}
    />
  )
}
