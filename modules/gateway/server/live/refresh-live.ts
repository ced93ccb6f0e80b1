import { type LastContact, type PileLiveNews, pileLiveOf, reportedOf } from '@wattyard/assets/contract'
import {
  type LiveChange,
  lockLiveRecords,
  pileIdsOfStations,
  type StationLiveChange,
  writePileLives,
  writeStationLives,
} from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import { tellFaults, tellFaultsOver } from './tell-faults.ts'
import { connectorReports, type ConnectorReport, pileStates } from '../state/read-states.ts'

/** Piles and stations whose live status may have changed. */
export interface Stirred {
  readonly piles: readonly string[]
  readonly stations: readonly string[]
}

/** A pile whose live status changed, with its tenant and station. */
export interface PileChange {
  readonly tenantId: string
  readonly stationId: string
  readonly news: PileLiveNews
}

export interface LiveChanges {
  readonly piles: readonly PileChange[]
  readonly stations: readonly StationLiveChange[]
}

const NEVER: LastContact = { isOnline: false, connectedAt: null, lastAt: null }

/**
 * Writes the live status of these piles, of the piles of these stations, and of all stations concerned, and returns what changed.
 * This is the only writer. It locks stations before piles, as the commands of people do, so it runs in its own transaction.
 */
export async function refreshLive(tx: Tx, stirred: Stirred): Promise<LiveChanges> {
  const ofStations = await pileIdsOfStations(tx, stirred.stations)
  const records = await lockLiveRecords(tx, [...stirred.piles, ...ofStations], stirred.stations)
  const ids = records.map(record => record.id)
  const states = await pileStates(tx, ids)
  const reports = Map.groupBy(await connectorReports(tx, ids), (report: ConnectorReport) => report.pileId)
  const changes: (LiveChange & {
    readonly tenantId: string
    readonly stationId: string
    readonly wasFault: boolean
  })[] = []
  for (const record of records) {
    const state = states.get(record.id)
    const contact = state
      ? { isOnline: state.online, connectedAt: state.connectedAt, lastAt: state.disconnectedAt ?? state.lastSeenAt }
      : NEVER
    const inUse = (reports.get(record.id) ?? []).filter(
      ({ connector }) => connector === 0 || record.connectors.includes(connector),
    )
    const { reported, since } = reportedOf(contact, inUse)
    const live = pileLiveOf(reported, record)
    if (live === record.live && reported === record.reported && since === record.since) continue
    const { id, tenantId, stationId } = record
    changes.push({ id, tenantId, stationId, live, reported, since, wasFault: record.live === 'fault' })
  }
  await writePileLives(tx, changes)
  const stations = await writeStationLives(tx, [...stirred.stations, ...changes.map(change => change.stationId)])
  const piles = changes.map(({ id, tenantId, stationId, live, reported, since, wasFault }) => ({
    tenantId,
    stationId,
    wasFault,
    news: { id, live, reported, liveSince: since },
  }))
  await tellFaults(
    tx,
    piles.filter(({ news, wasFault }) => news.live === 'fault' && !wasFault),
  )
  await tellFaultsOver(
    tx,
    piles.filter(({ news, wasFault }) => wasFault && news.live !== 'fault'),
  )
  return { piles, stations }
}
