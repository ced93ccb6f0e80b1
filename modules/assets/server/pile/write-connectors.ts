import { newId, searchText, type Tx, col } from '@wattyard/server-kit'
import {
  connector,
  type ConnectorKind,
  type CurrentType,
  type EvseLayout,
  placeOfConnector,
} from '../../contract/index.ts'
import { connectorCode, fitConnectors, usualKind } from './fit-connectors.ts'
import { newPublicCode } from './public-code.ts'

/** Properties of a pile that its connectors need. */
export interface PileOfConnectors extends EvseLayout {
  id: string
  tenantId: string
  code: string
  stationId: string
  operatorId: string
  currentType: CurrentType
  /** Kind that the pile's model states, or null. */
  connectorKind: ConnectorKind | null
}

/** Adds connectors by pile and number, in one statement however many there are. */
async function insertConnectors(
  tx: Tx,
  wanted: readonly { pile: PileOfConnectors; number: number }[],
  qrPrefix: string,
): Promise<void> {
  if (wanted.length === 0) return
  const rows = wanted.map(({ pile, number }) => {
    const publicCode = newPublicCode()
    const code = connectorCode(pile.code, number, pile)
    const place = placeOfConnector(number, pile)
    return { pile, number, place, code, publicCode, search: searchText(connector, { code, public_code: publicCode }) }
  })
  await tx.execute(
    `insert into assets_connector (tenant_id, id, code, pile_id, station_id, operator_id, number, evse, evse_connector, kind, public_code,
       qr_text, status, search_text)
     select tenant_id, id, code, pile_id, station_id, operator_id, number, evse, evse_connector, kind, public_code, $10 || public_code, 'normal', search_text
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int[], $8::text[], $9::text[], $11::text[], $12::int[], $13::int[])
       as c(tenant_id, id, code, pile_id, station_id, operator_id, number, kind, public_code, search_text, evse, evse_connector)`,
    [
      rows.map(row => row.pile.tenantId),
      rows.map(() => newId()),
      rows.map(row => row.code),
      rows.map(row => row.pile.id),
      rows.map(row => row.pile.stationId),
      rows.map(row => row.pile.operatorId),
      rows.map(row => row.number),
      rows.map(row => row.pile.connectorKind ?? usualKind(row.pile.currentType)),
      rows.map(row => row.publicCode),
      qrPrefix,
      rows.map(row => row.search),
      rows.map(row => row.place.evse),
      rows.map(row => row.place.connector),
    ],
  )
}

/** Updates the connectors of piles to the pile's count, EVSEs, code, station and operator. */
export async function followPiles(tx: Tx, piles: readonly PileOfConnectors[], qrPrefix: string): Promise<void> {
  const ids = piles.map(pile => pile.id)
  const rows = await tx.query(
    { pile_id: col.uuid, number: col.integer, bay: col.text.orNull, public_code: col.text },
    'select pile_id, number, bay, public_code from assets_connector where pile_id = any($1::uuid[])',
    [ids],
  )
  const add: { pile: PileOfConnectors; number: number }[] = []
  for (const pile of piles) {
    const present = rows.filter(row => row.pile_id === pile.id)
    const fit = fitConnectors(
      present.map(row => row.number),
      pile.connectorCount,
    )
    add.push(...fit.add.map(number => ({ pile, number })))
    if (fit.remove.length)
      await tx.execute(
        'delete from assets_connector where tenant_id = $1 and pile_id = $2 and number = any($3::int[])',
        [pile.tenantId, pile.id, fit.remove],
      )
    for (const { number, bay, public_code } of present) {
      const code = connectorCode(pile.code, number, pile)
      const place = placeOfConnector(number, pile)
      // Only rows that differ are touched, so that an edit of the pile's note leaves versions alone.
      await tx.execute(
        `update assets_connector set code = $4, station_id = $5, operator_id = $6, search_text = $7, evse = $8, evse_connector = $9,
           version = version + 1, updated_at = now()
         where tenant_id = $1 and pile_id = $2 and number = $3
           and (code, station_id, operator_id, evse, evse_connector) is distinct from ($4, $5::uuid, $6::uuid, $8::int, $9::int)`,
        [
          pile.tenantId,
          pile.id,
          number,
          code,
          pile.stationId,
          pile.operatorId,
          searchText(connector, { code, bay, public_code }),
          place.evse,
          place.connector,
        ],
      )
    }
  }
  await insertConnectors(tx, add, qrPrefix)
}
