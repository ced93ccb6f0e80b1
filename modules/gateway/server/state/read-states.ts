import { type EvseLayout, CONNECTOR_STATES } from '@wattyard/assets/contract'
import { connectorKey } from '@wattyard/assets/server'
import { type Tx, col } from '@wattyard/server-kit'
import { type ConnectorView, type PileState } from '../../contract/calls/device.ts'
import type { ConnectorState } from '../../contract/facts.ts'
import { OPEN_FAULT } from './log-events.ts'
import { hasSharedEvses } from '../connection/connector-use.ts'

const CONNECTOR_VIEW = {
  pileId: col.uuid,
  connector: col.integer,
  state: col.oneOf(CONNECTOR_STATES),
  reported: col.oneOf(CONNECTOR_STATES),
  error: col.text.orNull,
  vendorError: col.text.orNull,
  info: col.text.orNull,
  at: col.instant,
}

/** Current states of piles, by pile id; a pile that never connected is missing. */
export async function pileStates(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, PileState>> {
  if (pileIds.length === 0) return new Map()
  const rows = await tx.query(
    {
      pileId: col.uuid,
      stationId: col.uuid.orNull,
      online: col.boolean,
      protocol: col.text.orNull,
      connectedAt: col.instant.orNull,
      disconnectedAt: col.instant.orNull,
      lastSeenAt: col.instant.orNull,
      vendor: col.text.orNull,
      model: col.text.orNull,
      serial: col.text.orNull,
      firmware: col.text.orNull,
      bootedAt: col.instant.orNull,
      firmwareStatus: col.text.orNull,
      diagnosticsStatus: col.text.orNull,
      error: col.text.orNull,
      badFrames: col.integer,
      skewMs: col.bigint.orNull,
    },
    `select pile_id as "pileId", station_id as "stationId", online, protocol, connected_at as "connectedAt",
       disconnected_at as "disconnectedAt", last_seen_at as "lastSeenAt", vendor, model, serial, firmware, booted_at as "bootedAt",
       firmware_status as "firmwareStatus", diagnostics_status as "diagnosticsStatus", error, bad_frames as "badFrames",
       skew_ms as "skewMs"
     from gateway_pile_state where pile_id = any($1::uuid[])`,
    [[...new Set(pileIds)]],
  )
  return new Map(rows.map(row => [row.pileId, { ...row, skewMs: row.skewMs === null ? null : Number(row.skewMs) }]))
}

/** Current states of connectors, in order of pile and number; those that never reported are missing. */
export async function connectorViews(tx: Tx, pileIds: readonly string[]): Promise<ConnectorView[]> {
  if (pileIds.length === 0) return []
  return tx.query(
    CONNECTOR_VIEW,
    `select c.pile_id as "pileId", c.connector, case when p.online then c.state else 'offline' end as state, c.state as reported,
       c.error, c.vendor_error as "vendorError", c.info, case when p.online then coalesce(e.at, c.at) else coalesce(p.disconnected_at, p.last_seen_at, c.at) end as at
     from gateway_connector_state c
     left join gateway_pile_state p on p.tenant_id = c.tenant_id and p.pile_id = c.pile_id
     left join lateral (${OPEN_FAULT}) e on c.state = 'fault'
     where c.pile_id = any($1::uuid[]) order by c.pile_id, c.connector`,
    [[...new Set(pileIds)]],
  )
}

/** Last report of a connector. Instants are epoch ms. */
export interface ConnectorReport {
  pileId: string
  connector: number
  state: ConnectorState
  /** Time of the report; of a fault, since the log heard of it first: a pile that restarts with its fault reports it anew. */
  at: number
  /** When it last reported itself idle, even if it has reported something else since; null when it never did. */
  idleAt: number | null
  /** Receipt of that report. */
  idleHeardAt: number | null
}

/** Last reports of connectors and their times, whether or not their piles are connected now. */
export async function connectorReports(tx: Tx, pileIds: readonly string[]): Promise<ConnectorReport[]> {
  if (pileIds.length === 0) return []
  return tx.query(
    {
      pileId: col.uuid,
      connector: col.integer,
      state: col.oneOf(CONNECTOR_STATES),
      at: col.instant,
      idleAt: col.instant.orNull,
      idleHeardAt: col.instant.orNull,
    },
    `select c.pile_id as "pileId", c.connector, c.state, coalesce(e.at, c.at) as at, c.idle_at as "idleAt",
       c.idle_heard_at as "idleHeardAt"
     from gateway_connector_state c
     left join lateral (${OPEN_FAULT}) e on c.state = 'fault'
     where c.pile_id = any($1::uuid[])`,
    [[...new Set(pileIds)]],
  )
}

/** Last reported connector states, by pile, for piles whose EVSEs have several connectors. */
export async function statesOfShared(
  tx: Tx,
  piles: readonly (EvseLayout & { pileId: string })[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, ConnectorState>>> {
  const reports = await connectorReports(
    tx,
    piles.filter(hasSharedEvses).map(pile => pile.pileId),
  )
  const byPile = Map.groupBy(reports, report => report.pileId)
  return new Map([...byPile].map(([id, own]) => [id, new Map(own.map(({ connector, state }) => [connector, state]))]))
}

/** Connector states by the assets module's `connectorKey`. */
export async function connectorStates(
  tx: Tx,
  pileIds: readonly string[],
): Promise<ReadonlyMap<string, ConnectorState>> {
  return new Map(
    (await connectorViews(tx, pileIds)).map(view => [connectorKey(view.pileId, view.connector), view.state]),
  )
}
