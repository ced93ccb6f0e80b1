import {
  type Caller,
  may,
  scoped,
  seesWholeTenant,
  textList,
  type Tx,
  uuidList,
  col,
  type Shape,
  type RowIn,
} from '@wattyard/server-kit'
import { pile, station } from '../contract/index.ts'
import {
  type Connector,
  CONNECTOR_COLUMNS,
  type Model,
  type Pile,
  PILE_COLUMNS,
  type Station,
  STATION_COLUMNS,
  PILE,
  STATION,
  MODEL,
  CONNECTOR,
} from './rows.ts'

/*
 * Functions for other modules. Each takes the transaction and many keys, and returns a map without the keys that do not exist. A
 * tenant's transaction sees its tenant, the platform's sees all.
 */

/** Most stations told of at once; more are never built at the same time. */
const MAX_BEING_BUILT = 500

function byId<T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map(row => [row.id, row]))
}

/** Keys of a map in one query; no keys, no query. */
async function rowsBy<S extends Shape>(tx: Tx, shape: S, text: string, keys: readonly string[]): Promise<RowIn<S>[]> {
  return keys.length ? tx.query(shape, text, [[...new Set(keys)]]) : []
}

export async function stationsByIds(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Station>> {
  return byId(
    await rowsBy(tx, STATION, `select ${STATION_COLUMNS} from assets_station where id = any($1::uuid[])`, ids),
  )
}

/** Returns the ids of the stations in the caller's scope; null for callers who see the whole tenant. */
export async function stationsInReach(tx: Tx, caller: Caller): Promise<ReadonlySet<string> | null> {
  if (seesWholeTenant(caller)) return null
  const where = scoped(caller, station)
  const rows = await tx.query({ id: col.uuid }, `select id from assets_station where ${where.text}`, where.values)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the stations in the caller's scope that are being built: nobody has opened them yet, whatever their piles do. */
export async function stationsBeingBuilt(tx: Tx, caller: Caller): Promise<{ id: string; name: string }[]> {
  const where = scoped(caller, station)
  where.add(`status = ${where.value('building')}`)
  return tx.query(
    { id: col.uuid, name: col.text },
    `select id, name from assets_station where ${where.text} order by name, id limit ${MAX_BEING_BUILT}`,
    where.values,
  )
}

/** Returns the number of stations per operator that the caller sees; null for callers who may not see stations. */
export async function stationCountsOf(tx: Tx, caller: Caller): Promise<ReadonlyMap<string, number> | null> {
  if (!may(caller, 'assets.station:read')) return null
  const where = scoped(caller, station)
  const rows = await tx.query(
    { operator_id: col.uuid, count: col.bigint },
    `select operator_id, count(*) as count from assets_station where ${where.text} group by operator_id`,
    where.values,
  )
  return new Map(rows.map(row => [row.operator_id, Number(row.count)]))
}

export async function pilesByIds(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Pile>> {
  return byId(await rowsBy(tx, PILE, `select ${PILE_COLUMNS} from assets_pile where id = any($1::uuid[])`, ids))
}

/** Returns models of the catalogue by id. */
export async function modelsByIds(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Model>> {
  return byId(
    await rowsBy(
      tx,
      MODEL,
      'select id, tenant_id as "tenantId", code, name, protocol, state from assets_model where id = any($1::uuid[])',
      ids,
    ),
  )
}

/** Returns the first piles of a tenant in order of their code, retired ones left out. */
export async function pilesOfTenant(tx: Tx, tenantId: string, limit: number): Promise<readonly Pile[]> {
  return tx.query(
    PILE,
    `select ${PILE_COLUMNS} from assets_pile where tenant_id = $1 and status <> 'retired' order by code limit $2`,
    [tenantId, limit],
  )
}

/** Returns the first piles that a caller may see, in order of station and code, retired ones left out. */
export async function pilesInScope(tx: Tx, caller: Caller, { limit }: { limit: number }): Promise<readonly Pile[]> {
  const where = scoped(caller, pile)
  where.add("status <> 'retired'")
  return tx.query(
    PILE,
    `select ${PILE_COLUMNS} from assets_pile where ${where.text} order by station_id, code limit ${Math.floor(limit)}`,
    where.values,
  )
}

/** Returns piles by their gateway identity, which is unique in the installation; keyed by identity. */
export async function pilesByIdentity(tx: Tx, identities: readonly string[]): Promise<ReadonlyMap<string, Pile>> {
  const rows = await rowsBy(
    tx,
    PILE,
    `select ${PILE_COLUMNS} from assets_pile where identity = any($1::text[])`,
    identities,
  )
  return new Map(rows.map(row => [row.identity, row]))
}

/** Returns the indexes, from 0, of listed piles that no longer exist, are retired, or have another identity than given. */
export async function retiredOrRenamed(
  tx: Tx,
  piles: readonly { tenantId: string; id: string; identity: string }[],
): Promise<readonly number[]> {
  const rows = await tx.query(
    { at: col.bigint },
    `select k.at - 1 as at from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as k(tenant_id, id, identity, at)
     left join assets_pile p on p.tenant_id = k.tenant_id and p.id = k.id
     where p.id is null or p.status = 'retired' or p.identity <> k.identity`,
    [
      uuidList(piles.map(one => one.tenantId)),
      uuidList(piles.map(one => one.id)),
      textList(piles.map(one => one.identity)),
    ],
  )
  return rows.map(row => Number(row.at))
}

/** Returns at most `most` identities of piles of the whole installation, for gates to tell strangers. */
export async function pileIdentities(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await tx.query({ identity: col.text }, 'select identity from assets_pile limit $1', [most])
  return rows.map(row => row.identity)
}

/** Returns connectors by pile id, in order of number. */
export async function connectorsOf(
  tx: Tx,
  pileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Connector[]>> {
  const rows = await rowsBy(
    tx,
    CONNECTOR,
    `select ${CONNECTOR_COLUMNS} from assets_connector where pile_id = any($1::uuid[]) order by pile_id, number`,
    pileIds,
  )
  const found = new Map<string, Connector[]>()
  for (const row of rows) found.set(row.pileId, [...(found.get(row.pileId) ?? []), row])
  return found
}

/** Returns connectors by the public code that drivers scan. */
export async function connectorsByPublicCode(
  tx: Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Connector>> {
  const rows = await rowsBy(
    tx,
    CONNECTOR,
    `select ${CONNECTOR_COLUMNS} from assets_connector where public_code = any($1::text[])`,
    codes,
  )
  return new Map(rows.map(row => [row.publicCode, row]))
}

/** Returns IANA zones by station id. */
export async function stationZones(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsBy(
    tx,
    { id: col.uuid, zone: col.text },
    'select id, zone from assets_station where id = any($1::uuid[])',
    stationIds,
  )
  return new Map(rows.map(row => [row.id, row.zone]))
}
