import { connectorLabel } from '@wattyard/assets/contract'
import { livesOfPiles, type Pile, pileIdsOfStations, pilesByIds } from '@wattyard/assets/server'
import { col, type Tx } from '@wattyard/server-kit'
import { OPEN_FAULT } from './log-events.ts'
import { type EndedFault, type FaultNow, type Faults, MAX_ENDED_FAULTS } from '../../contract/calls/fault.ts'

const FAULT = {
  id: col.text,
  pileId: col.uuid,
  connector: col.integer,
  code: col.text,
  vendorCode: col.text.orNull,
  info: col.text.orNull,
  since: col.instant,
}
interface FaultRow extends Omit<FaultNow, 'pile' | 'connector'> {
  pileId: string
  connector: number
}

type Piles = ReadonlyMap<string, Pile>

function named({ pileId, connector, ...fault }: FaultRow, piles: Piles): FaultNow {
  const pile = piles.get(pileId)
  return {
    ...fault,
    pile: { id: pileId, code: pile?.code ?? '' },
    connector: connector === 0 ? null : pile ? connectorLabel(connector, pile) : String(connector),
  }
}

/**
 * Returns the faults that connected piles report, since the log heard of each. A fault whose pile does not repeat the code in every
 * report has the time of the last report.
 */
async function faultsNow(tx: Tx, piles: Piles): Promise<FaultNow[]> {
  const rows = await tx.query(
    FAULT,
    `select coalesce(e.id::text, c.pile_id::text || ':' || c.connector) as id, c.pile_id as "pileId", c.connector,
       coalesce(c.error, c.vendor_error, 'Faulted') as code, c.vendor_error as "vendorCode", c.info, coalesce(e.at, c.at) as since
     from gateway_connector_state c
     join gateway_pile_state p on p.tenant_id = c.tenant_id and p.pile_id = c.pile_id and p.online
     left join lateral (${OPEN_FAULT}) e on true
     where c.pile_id = any($1::uuid[]) and (c.state = 'fault' or c.error is not null)
     order by coalesce(e.at, c.at), c.pile_id, c.connector`,
    [[...piles.keys()]],
  )
  return rows.map(row => named(row, piles))
}

async function faultsEnded(tx: Tx, tenantId: string, piles: Piles): Promise<EndedFault[]> {
  const rows = await tx.query(
    { ...FAULT, endedAt: col.instant },
    `select id::text as id, pile_id as "pileId", connector, code, vendor_code as "vendorCode", null::text as info, at as since,
       ended_at as "endedAt"
     from gateway_event where tenant_id = $1 and pile_id = any($2::uuid[]) and kind = 'faulted' and ended_at is not null
     order by ended_at desc, id desc limit ${MAX_ENDED_FAULTS}`,
    [tenantId, [...piles.keys()]],
  )
  return rows.map(({ endedAt, ...row }) => ({ ...named(row, piles), endedAt }))
}

/** Returns the faults that these piles report now, the longest first. */
export async function faultsOfPiles(tx: Tx, ids: readonly string[]): Promise<FaultNow[]> {
  return ids.length === 0 ? [] : faultsNow(tx, await pilesByIds(tx, ids))
}

/** Returns what is and what lately was wrong with one pile, or with every pile of a station that is not retired. */
export async function faultsOf(
  tx: Tx,
  { tenantId, kind, id }: { tenantId: string; kind: 'station' | 'pile'; id: string },
): Promise<Omit<Faults, 'asOf'>> {
  const ids = kind === 'pile' ? [id] : await pileIdsOfStations(tx, [id])
  const piles = new Map([...(await pilesByIds(tx, ids))].filter(([, pile]) => pile.status !== 'retired'))
  if (piles.size === 0) return { now: [], offline: [], ended: [] }
  const offline = [...(await livesOfPiles(tx, [...piles.keys()]))].filter(([, { live }]) => live === 'offline')
  return {
    now: await faultsNow(tx, piles),
    offline: offline
      .map(([pileId, { live, since }]) => ({ pile: { id: pileId, code: piles.get(pileId)?.code ?? '' }, live, since }))
      .toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0)),
    ended: await faultsEnded(tx, tenantId, piles),
  }
}
