import { type Tx, col } from '@wattyard/server-kit'
import {
  CONNECTOR_KINDS,
  type ConnectorView,
  REPORTED_STATES,
  type ReportedState,
  shownConnectorOf,
  type ShownConnectorState,
} from '../../contract/index.ts'
import { type AssetsPorts, connectorKey } from '../ports.ts'

type Row = Omit<ConnectorView, 'state' | 'isFree'> & { stopped: boolean; evse: number; pileReports: ReportedState }

/** States of a connector that keep the EVSE's other connectors from charging. */
const TAKES_EVSE: ReadonlySet<ShownConnectorState> = new Set([
  'plugged',
  'charging',
  'suspended',
  'finishing',
  'reserved',
])

/** Returns the connectors of stations with their live state, by pile and number. Retired piles are left out. */
export async function connectorsAt(
  tx: Tx,
  ports: Pick<AssetsPorts, 'connectorStates'>,
  stationIds: readonly string[],
): Promise<ConnectorView[]> {
  if (stationIds.length === 0) return []
  const rows = await tx.query(
    {
      id: col.uuid,
      code: col.text,
      number: col.integer,
      evse: col.integer,
      kind: col.oneOf(CONNECTOR_KINDS),
      bay: col.text.orNull,
      pileId: col.uuid,
      pileCode: col.text,
      pileName: col.text,
      stationId: col.uuid,
      power_w: col.integer,
      stopped: col.boolean,
      pileReports: col.oneOf(REPORTED_STATES),
    },
    `select c.id, c.code, c.number, c.evse, c.kind, c.bay, c.pile_id as "pileId", p.code as "pileCode", p.name as "pileName", c.station_id as "stationId",
       coalesce(c.max_power_w, p.power_w) as power_w, (c.status = 'stopped' or p.status <> 'normal') as stopped, p.reported as "pileReports"
     from assets_connector c join assets_pile p on p.tenant_id = c.tenant_id and p.id = c.pile_id
     where c.station_id = any($1::uuid[]) and p.status <> 'retired' order by p.code, c.number`,
    [stationIds],
  )
  const states = await ports.connectorStates(tx, [...new Set(rows.map(row => row.pileId))])
  const shownOf = (row: Row, isOut: boolean) =>
    shownConnectorOf({ isOut, pile: row.pileReports, report: states.get(connectorKey(row.pileId, row.number)) })
  const placeOf = (row: Row) => `${row.pileId} ${row.evse}`
  const taken = new Set(rows.filter(row => TAKES_EVSE.has(shownOf(row, false))).map(placeOf))
  return rows.map(row => {
    const { stopped, evse: _evse, pileReports: _reports, ...shown } = row
    const state = shownOf(row, stopped)
    return { ...shown, state, isFree: state === 'idle' && !taken.has(placeOf(row)) }
  })
}
