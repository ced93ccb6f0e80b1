import { BOARD_VIEW, HeadCommands, ResourcePage, type ResourceSlots, type SectionProps } from '@wattyard/console-kit'
import { station } from '../contract/station.ts'
import { ConnectorsNow } from './connectors-now.tsx'
import { StationHead, StationLiveCell } from './live/live-cells.tsx'
import { NewStationButton } from './new-station/new-station-button.tsx'
import { STATION_CONTROLS } from './station/location-control.tsx'
import { PlaceOfStation } from './station/place-of-station.tsx'
import { PilesOfStation } from './piles-of-station.tsx'
import { StationBoard } from './station-board.tsx'
import { StationsOnMap } from './stations-on-map.tsx'

const slots: ResourceSlots = {
  cells: { live: StationLiveCell },
  widths: { live: 230, piles: 72 },
  head: HeadOfStation,
  inSections: ['live', 'location', 'pictures'],
  controls: STATION_CONTROLS,
  toolbar: () => <NewStationButton />,
  views: [
    { ...BOARD_VIEW, Show: StationBoard },
    { key: 'map', title: 'assets.stationPage.map', Show: StationsOnMap },
  ],
  factsTab: 'data',
  tabs: ['overview', 'orders', 'prices', 'alarms', 'piles', 'data'],
  sections: [
    { key: 'now', title: 'assets.stationPage.now', Show: ConnectorsNow, tab: 'overview' },
    {
      key: 'piles',
      title: 'assets.stationPage.piles',
      Show: PilesOfStation,
      needs: 'assets.pile:read',
      tab: 'piles',
    },
    { key: 'place', title: 'assets.stationPage.place', Show: PlaceOfStation, tab: 'overview', isLast: true },
  ],
}

/**
 * Draws the head of a station's detail. One under construction waits to be opened, which home asks for as soon as it charges: the button
 * stands where its link leads.
 */
function HeadOfStation(props: SectionProps) {
  const { record } = props
  return (
    <>
      <StationHead {...props} />
      {record.status === 'building' && <HeadCommands record={record} names={['open']} />}
    </>
  )
}

/**
 * Draws `/device/station`: base data of stations; the detail shows what happens there now, and other modules add
 * orders, prices and alarms.
 */
export function Page() {
  return <ResourcePage resource={station} slots={slots} topics={['assets.station', 'assets.pile']} />
}
