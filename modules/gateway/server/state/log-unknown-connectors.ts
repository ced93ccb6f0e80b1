import { pilesByIds } from '@wattyard/assets/server'
import { instantList, newId, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { EVENT_SEVERITY } from '../../contract/event.ts'
import { unknownConnector } from '../../contract/event-detail.ts'
import type { Fact } from '../../contract/facts.ts'
import { MAX_LOGGED_CONNECTORS } from '../limits.ts'

/** What is remembered of connectors while a pile is connected, so that a frame needs no look-up. */
export interface ConnectorNotes {
  /** On the pile's record, logged already, or over the limit. */
  isKnown(pileId: string, connector: number): boolean
  told(pileId: string, connector: number): void
}

export const NO_NOTES: ConnectorNotes = { isKnown: () => false, told: () => undefined }

interface Named {
  tenantId: string
  pileId: string
  connector: number
  frame: string
  at: number
}

/** Connectors named by these facts that have not been checked yet; once each. */
function namedIn(facts: Iterable<Fact>, notes: ConnectorNotes): Named[] {
  const named = new Map<string, Named>()
  for (const fact of facts) {
    // 0 is the pile itself.
    if (!('connector' in fact) || fact.connector < 1 || notes.isKnown(fact.pileId, fact.connector)) continue
    const { tenantId, pileId, connector, frame, receivedAt } = fact
    const key = `${pileId}:${connector}`
    if (!named.has(key)) named.set(key, { tenantId, pileId, connector, frame, at: receivedAt })
  }
  return [...named.values()]
}

/**
 * Logs each connector that a pile names and its record does not have once, in the transaction that processes the facts. It is
 * logged again once the record has changed and still does not have it, and after its event was deleted.
 */
export async function logUnknownConnectors(
  tx: Tx,
  facts: Iterable<Fact>,
  stationOf: (pileId: string) => string | null,
  notes: ConnectorNotes,
): Promise<void> {
  const named = namedIn(facts, notes)
  if (named.length === 0) return
  const piles = await pilesByIds(tx, [...new Set(named.map(one => one.pileId))])
  const counts = new Map<string, number>()
  const unknown = named.flatMap(one => {
    const pile = piles.get(one.pileId)
    if (pile === undefined || one.connector <= pile.connectorCount) return []
    const count = (counts.get(pile.id) ?? 0) + 1
    counts.set(pile.id, count)
    if (count > MAX_LOGGED_CONNECTORS) return []
    return [{ ...one, stationId: stationOf(pile.id) ?? pile.stationId, detail: unknownConnector(one.connector, pile) }]
  })
  if (unknown.length === 0) return
  await tx.execute(
    `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, detail, at, frame)
     select tenant_id, id, 'unknown-connector', '${EVENT_SEVERITY['unknown-connector']}', pile_id, station_id, detail, at, frame
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[])
       as told(tenant_id, id, pile_id, station_id, detail, at, frame)
     where not exists (select from gateway_event e where e.tenant_id = told.tenant_id and e.pile_id = told.pile_id
       and e.kind = 'unknown-connector' and e.detail = told.detail)`,
    [
      uuidList(unknown.map(one => one.tenantId)),
      uuidList(unknown.map(() => newId())),
      uuidList(unknown.map(one => one.pileId)),
      uuidList(unknown.map(one => one.stationId)),
      textList(unknown.map(one => one.detail)),
      instantList(unknown.map(one => one.at)),
      textList(unknown.map(one => one.frame)),
    ],
  )
  tx.afterCommit(() => {
    for (const { pileId, connector } of unknown) notes.told(pileId, connector)
  })
}
