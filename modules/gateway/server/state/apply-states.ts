import { connectorLabel } from '@wattyard/assets/contract'
import { lockBootingPiles, matchBoots, type Pile, pilesByIds, recordFirmware } from '@wattyard/assets/server'
import { masked } from '@wattyard/resource'
import { instantList, intList, type LiveBus, textList, type Tx, uuidList } from '@wattyard/server-kit'
import type { ConnectorLive } from '../../contract/state.ts'
import type { ConnectorStatus, FaultRaised, PileBooted } from '../../contract/facts.ts'
import type { FrameFacts } from '../consume/fact-queue.ts'
import { writeConfiguration } from './configuration.ts'
import { lockPileStates } from './lock-states.ts'
import { type ConnectorNotes, NO_NOTES, logUnknownConnectors } from './log-unknown-connectors.ts'
import { endFaults, logBoots, logFaults } from './log-events.ts'

/** The latest of every state that a batch of frames reports. */
interface Latest {
  connectors: Map<string, ConnectorStatus>
  /** The last time each connector reported itself idle, if it did. */
  idles: Map<string, ConnectorStatus>
  boots: Map<string, PileBooted>
  faults: Map<string, FaultRaised>
  /** Each fault of each connector once; a pile may have several. */
  told: Map<string, FaultRaised>
  /** The last fault of each connector that came without a state and that no other state has ended since: OCPP 2.0.1's events. */
  techCodes: Map<string, FaultRaised>
  firmware: Map<string, Report>
  diagnostics: Map<string, Report>
}

interface Report {
  tenantId: string
  pileId: string
  status: string
}

function latestOf(frames: readonly FrameFacts[]): Latest {
  const latest: Latest = {
    connectors: new Map(),
    idles: new Map(),
    boots: new Map(),
    faults: new Map(),
    told: new Map(),
    techCodes: new Map(),
    firmware: new Map(),
    diagnostics: new Map(),
  }
  for (const { facts } of frames) {
    for (const fact of facts) {
      switch (fact.kind) {
        case 'connector-status': {
          const key = `${fact.pileId}:${fact.connector}`
          const known = latest.connectors.get(key)
          if (known === undefined || known.at <= fact.at) {
            latest.connectors.set(key, fact)
            if (fact.state === 'idle') latest.idles.set(key, fact)
            if (fact.state !== 'fault') latest.techCodes.delete(key)
          }
          break
        }
        case 'pile-booted':
          latest.boots.set(fact.pileId, fact)
          break
        case 'fault-raised':
          latest.faults.set(fact.pileId, fact)
          latest.told.set(`${fact.pileId}:${fact.connector}:${fact.code}`, fact)
          if (!facts.some(one => one.kind === 'connector-status'))
            latest.techCodes.set(`${fact.pileId}:${fact.connector}`, fact)
          break
        case 'firmware-reported':
          latest.firmware.set(fact.pileId, fact)
          break
        case 'diagnostics-reported':
          latest.diagnostics.set(fact.pileId, fact)
          break
        case 'session-started':
        case 'meter-read':
        case 'session-stopped':
          break
      }
    }
  }
  return latest
}

/**
 * Updates states and configuration from a batch; the returned function notifies the screens and is to be called after the commit.
 */
export async function applyStates(
  tx: Tx,
  frames: readonly FrameFacts[],
  live: LiveBus,
  stationOf: (pileId: string) => string | null,
  notes: ConnectorNotes = NO_NOTES,
): Promise<() => void> {
  const latest = latestOf(frames)
  const connectors = sortedConnectors(latest.connectors)
  const { boots, faults, told, firmware, diagnostics } = latest
  const nameOf = await namesOfFaulty(tx, [...told.values()])
  await logUnknownConnectors(
    tx,
    frames.flatMap(frame => frame.facts),
    stationOf,
    notes,
  )
  // Sent together and answered together: waiting for each in turn would cost a round trip apiece.
  await Promise.all([
    lockPileStates(
      tx,
      [boots, faults, firmware, diagnostics].flatMap(map => [...map.values()]),
    ),
    // Before the states are written: known faults are not logged again.
    logFaults(tx, [...told.values()], stationOf, {
      nameOf,
      vendorCodeOf: ({ pileId, connector }) => latest.connectors.get(`${pileId}:${connector}`)?.vendorErrorCode ?? null,
    }),
    logBoots(tx, [...boots.values()], stationOf),
    writeConnectors(tx, connectors, latest.idles),
    endFaults(tx, connectors),
    writeTechCodes(tx, [...latest.techCodes.values()]),
    writeBoots(tx, [...boots.values()]),
    lockBootingPiles(tx, [...boots.values()]),
    recordFirmware(tx, [...boots.values()]),
    matchBoots(tx, [...boots.values()]),
    writeFaults(tx, [...faults.values()]),
    writeReports(tx, 'firmware_status', [...firmware.values()]),
    writeReports(tx, 'diagnostics_status', [...diagnostics.values()]),
    ...frames.flatMap(({ tenantId, pileId, values, receivedAt }) =>
      values.length === 0 ? [] : [writeConfiguration(tx, { tenantId, pileId }, values, receivedAt)],
    ),
  ])
  return () => {
    for (const { tenantId, pileId, connector, state, errorCode, vendorErrorCode, at } of connectors) {
      const id = `${pileId}:${connector}`
      // Everybody who listens gets the same event, so it is masked for all.
      const vendorError = masked('words', vendorErrorCode)
      const data: ConnectorLive = { id, pileId, connector, state, error: errorCode, vendorError, at }
      live.publish({ tenantId, topic: 'gateway.connector', stationId: stationOf(pileId), data })
    }
  }
}

/** Labels of the connectors of these piles, for faults. */
async function namesOfFaulty(tx: Tx, faults: readonly FaultRaised[]) {
  const ids = new Set(faults.map(fact => fact.pileId))
  const piles: ReadonlyMap<string, Pile> = ids.size === 0 ? new Map() : await pilesByIds(tx, [...ids])
  return (pileId: string, connector: number) => {
    const pile = piles.get(pileId)
    return pile === undefined ? String(connector) : connectorLabel(connector, pile)
  }
}

/** Rows are always written in one order, so that two writers cannot wait for each other. */
function sortedConnectors(map: ReadonlyMap<string, ConnectorStatus>): ConnectorStatus[] {
  return [...map.values()].toSorted((a, b) =>
    a.pileId === b.pileId ? a.connector - b.connector : a.pileId < b.pileId ? -1 : 1,
  )
}

/** Writes connector states. An older report that arrives late does not overwrite a newer one. */
async function writeConnectors(
  tx: Tx,
  list: readonly ConnectorStatus[],
  idles: ReadonlyMap<string, ConnectorStatus>,
): Promise<void> {
  if (list.length === 0) return
  const idle = list.map(fact => idles.get(`${fact.pileId}:${fact.connector}`))
  await tx.execute(
    `insert into gateway_connector_state (tenant_id, pile_id, connector, state, error, info, vendor_error, at, idle_at, idle_heard_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[])
     on conflict (tenant_id, pile_id, connector) do update set state = excluded.state, error = excluded.error, info = excluded.info,
       -- OCPP 2.0.1 tells the code in an event of its own, before or after the state.
       vendor_error = coalesce(excluded.vendor_error,
         case when excluded.state = 'fault' and excluded.error is null then gateway_connector_state.vendor_error end),
       at = excluded.at,
       idle_at = coalesce(excluded.idle_at, gateway_connector_state.idle_at),
       idle_heard_at = coalesce(excluded.idle_heard_at, gateway_connector_state.idle_heard_at)
     where gateway_connector_state.at <= excluded.at`,
    [
      uuidList(list.map(fact => fact.tenantId)),
      uuidList(list.map(fact => fact.pileId)),
      intList(list.map(fact => fact.connector)),
      textList(list.map(fact => fact.state)),
      textList(list.map(fact => fact.errorCode)),
      textList(list.map(fact => fact.info)),
      textList(list.map(fact => fact.vendorErrorCode)),
      instantList(list.map(fact => fact.at)),
      instantList(idle.map(fact => fact?.at ?? null)),
      instantList(idle.map(fact => fact?.receivedAt ?? null)),
    ],
  )
}

/** Writes the codes of faults that came in events; an event that clears a fault clears its code. */
async function writeTechCodes(tx: Tx, faults: readonly FaultRaised[]): Promise<void> {
  if (faults.length === 0) return
  await tx.execute(
    `update gateway_connector_state s set vendor_error = u.code
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) as u(tenant_id, pile_id, connector, code)
     where s.tenant_id = u.tenant_id and s.pile_id = u.pile_id and s.connector = u.connector`,
    [
      uuidList(faults.map(fact => fact.tenantId)),
      uuidList(faults.map(fact => fact.pileId)),
      intList(faults.map(fact => fact.connector)),
      // Of events only one that clears a fault is a notice.
      textList(faults.map(fact => (fact.severity === 'notice' ? null : fact.code))),
    ],
  )
}

async function writeBoots(tx: Tx, list: readonly PileBooted[]): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_pile_state (tenant_id, pile_id, vendor, model, serial, firmware, iccid, imsi, meter_type, meter_serial,
       boot_reason, booted_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::timestamptz[])
     on conflict (tenant_id, pile_id) do update set vendor = excluded.vendor, model = excluded.model, serial = excluded.serial,
       firmware = excluded.firmware, iccid = excluded.iccid, imsi = excluded.imsi, meter_type = excluded.meter_type,
       meter_serial = excluded.meter_serial, boot_reason = excluded.boot_reason, booted_at = excluded.booted_at`,
    [
      list.map(fact => fact.tenantId),
      list.map(fact => fact.pileId),
      list.map(fact => fact.vendor),
      list.map(fact => fact.model),
      list.map(fact => fact.serial),
      list.map(fact => fact.firmware),
      list.map(fact => fact.iccid),
      list.map(fact => fact.imsi),
      list.map(fact => fact.meterType),
      list.map(fact => fact.meterSerial),
      list.map(fact => fact.reason),
      list.map(fact => new Date(fact.at).toISOString()),
    ],
  )
}

async function writeFaults(tx: Tx, list: readonly FaultRaised[]): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_pile_state (tenant_id, pile_id, error) select * from unnest($1::uuid[], $2::uuid[], $3::text[])
     on conflict (tenant_id, pile_id) do update set error = excluded.error`,
    [list.map(fact => fact.tenantId), list.map(fact => fact.pileId), list.map(fact => fact.code)],
  )
}

async function writeReports(
  tx: Tx,
  column: 'firmware_status' | 'diagnostics_status',
  list: readonly Report[],
): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_pile_state (tenant_id, pile_id, ${column}) select * from unnest($1::uuid[], $2::uuid[], $3::text[])
     on conflict (tenant_id, pile_id) do update set ${column} = excluded.${column}`,
    [list.map(fact => fact.tenantId), list.map(fact => fact.pileId), list.map(fact => fact.status)],
  )
}
