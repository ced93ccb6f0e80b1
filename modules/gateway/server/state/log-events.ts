import { veilSecrets } from '@wattyard/ocpp-frame'
import { instantList, intList, newId, textList, type Tx, uuidList } from '@wattyard/server-kit'
import type { ConnectorStatus, FaultRaised, PileBooted } from '../../contract/facts.ts'
import { EVENT_SEVERITY } from '../../contract/event.ts'

/** When the connection no longer knows its station, the pile state still does. */
const STATION = `coalesce(told.station_id, (select s.station_id from gateway_pile_state s where s.tenant_id = told.tenant_id and s.pile_id = told.pile_id))`

/** Code of the fault that a row of `gateway_connector_state` reports; null without one. */
const FAULT_OF = (row: string): string =>
  `coalesce(${row}.error, case when ${row}.state = 'fault' then coalesce(${row}.vendor_error, 'Faulted') end)`

/** The fault of a connector `c` that the log has and that is not over. */
export const OPEN_FAULT = `select e.id, e.at from gateway_event e where e.tenant_id = c.tenant_id and e.pile_id = c.pile_id
  and e.connector = c.connector and e.kind = 'faulted' and e.ended_at is null order by e.at desc limit 1`

type StationOf = (pileId: string) => string | null

const bootText = ({ reason, vendor, model, firmware }: PileBooted): string =>
  [reason, `${vendor} ${model}`, firmware].filter(Boolean).join(' · ').slice(0, 500)
/** Label of a connector of a pile. */
type NameOf = (pileId: string, connector: number) => string

const faultText = ({ pileId, connector, code, text }: FaultRaised, nameOf: NameOf): string =>
  [`#${nameOf(pileId, connector)} ${code}`, veilSecrets(text)].filter(Boolean).join(': ').slice(0, 500)

/**
 * Writes boots into the device log, in the transaction that processes them, so each is logged exactly once even after a crash.
 */
export async function logBoots(tx: Tx, list: readonly PileBooted[], stationOf: StationOf): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, detail, at, frame)
     select tenant_id, id, 'booted', '${EVENT_SEVERITY.booted}', pile_id, ${STATION}, detail, at, frame
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[])
       as told(tenant_id, id, pile_id, station_id, detail, at, frame)`,
    [
      uuidList(list.map(fact => fact.tenantId)),
      uuidList(list.map(() => newId())),
      uuidList(list.map(fact => fact.pileId)),
      list.map(fact => stationOf(fact.pileId)),
      textList(list.map(bootText)),
      instantList(list.map(fact => fact.receivedAt)),
      textList(list.map(fact => fact.frame)),
    ],
  )
}

/**
 * Writes faults into the device log. Some piles repeat a fault every few seconds until it is fixed: it is logged again only when
 * the connector's last known error was a different one. Call it before the new states are written.
 */
export async function logFaults(
  tx: Tx,
  list: readonly FaultRaised[],
  stationOf: StationOf,
  { nameOf, vendorCodeOf }: { nameOf: NameOf; vendorCodeOf: (fault: FaultRaised) => string | null },
): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, detail, at, frame, connector, code, vendor_code)
     select told.tenant_id, told.id, 'faulted', told.severity, told.pile_id, ${STATION}, told.detail, told.at, told.frame,
       told.connector, told.code, told.vendor_code
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::int[], $9::text[], $10::text[], $11::text[])
       as told(tenant_id, id, pile_id, station_id, detail, at, frame, connector, code, severity, vendor_code)
     left join gateway_connector_state known
       on known.tenant_id = told.tenant_id and known.pile_id = told.pile_id and known.connector = told.connector
     where known.pile_id is null or told.code is distinct from ${FAULT_OF('known')}`,
    [
      uuidList(list.map(fact => fact.tenantId)),
      uuidList(list.map(() => newId())),
      uuidList(list.map(fact => fact.pileId)),
      list.map(fact => stationOf(fact.pileId)),
      textList(list.map(fact => faultText(fact, nameOf))),
      instantList(list.map(fact => fact.receivedAt)),
      textList(list.map(fact => fact.frame)),
      intList(list.map(fact => fact.connector)),
      textList(list.map(fact => fact.code)),
      textList(list.map(fact => fact.severity)),
      textList(list.map(vendorCodeOf)),
    ],
  )
}

/**
 * Ends the faults of connectors that no longer report them, at the receipt of the report. Call it after the new states are written:
 * a report that arrives late has not changed them, and then ends nothing.
 */
export async function endFaults(tx: Tx, list: readonly ConnectorStatus[]): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `update gateway_event e set ended_at = greatest(e.at, told.received_at), updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[]) as told(tenant_id, pile_id, connector, received_at)
     join gateway_connector_state c on c.tenant_id = told.tenant_id and c.pile_id = told.pile_id and c.connector = told.connector
     where e.tenant_id = told.tenant_id and e.pile_id = told.pile_id and e.connector = told.connector
       and e.kind = 'faulted' and e.ended_at is null and e.code is distinct from ${FAULT_OF('c')}`,
    [
      uuidList(list.map(fact => fact.tenantId)),
      uuidList(list.map(fact => fact.pileId)),
      intList(list.map(fact => fact.connector)),
      instantList(list.map(fact => fact.receivedAt)),
    ],
  )
}
