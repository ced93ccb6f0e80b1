import { ConnectorRow, PileRow } from './below-rows.tsx'
import type { PlacesBelow } from './read-prices.ts'

/** Draws all piles and connectors of a station. */
export function RowsOnPaper({ stationId, below }: { stationId: string; below: PlacesBelow }) {
  return below.piles
    .filter(({ station }) => station === stationId)
    .map(pile => [
      <PileRow key={pile.id} pile={pile} answer={below.pilePrices} />,
      ...below.connectors
        .filter(one => one.pile === pile.id)
        .map(one => <ConnectorRow key={one.id} connector={one} answer={below.connectorPrices} />),
    ])
}
