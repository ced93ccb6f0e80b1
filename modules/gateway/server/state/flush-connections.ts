import { bigintList, instantList, type Tx, uuidList } from '@wattyard/server-kit'
import { lockPileStates } from './lock-states.ts'

/** A pile that connected or disconnected since the last flush; only the last change of a pile counts. */
export interface ConnectionChange {
  tenantId: string
  pileId: string
  stationId: string
  online: boolean
  protocol: string
  network: string
  /** When it connected or disconnected, epoch ms. */
  at: number
  skew_ms: number | null
}

export interface SignOfLife {
  tenantId: string
  pileId: string
  lastHeardAt: number
  skew_ms: number | null
}

/** Unreadable frames of a pile since the last flush. */
export interface BadFrames {
  tenantId: string
  pileId: string
  count: number
}

/** Writes which piles connected and disconnected, and how many of their frames could not be read. */
export async function writeConnections(
  tx: Tx,
  stream: number,
  changes: readonly ConnectionChange[],
  bad: readonly BadFrames[],
): Promise<void> {
  await lockPileStates(tx, [...changes, ...bad])
  await writeChanges(tx, stream, changes)
  await addBadFrames(tx, bad)
}

async function writeChanges(tx: Tx, stream: number, list: readonly ConnectionChange[]): Promise<void> {
  if (list.length === 0) return
  await tx.execute(
    `insert into gateway_pile_state as s (tenant_id, pile_id, station_id, online, stream, protocol, network, connected_at,
       disconnected_at, last_seen_at, skew_ms)
     select u.tenant_id, u.pile_id, u.station_id, u.online, $1, u.protocol, u.network, case when u.online then u.at end,
       case when not u.online then u.at end, u.at, u.skew_ms
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::text[], $7::text[], $8::timestamptz[], $9::bigint[])
       as u(tenant_id, pile_id, station_id, online, protocol, network, at, skew_ms)
     on conflict (tenant_id, pile_id) do update set station_id = excluded.station_id, online = excluded.online, stream = excluded.stream,
       protocol = excluded.protocol, network = excluded.network, connected_at = coalesce(excluded.connected_at, s.connected_at),
       disconnected_at = coalesce(excluded.disconnected_at, s.disconnected_at),
       last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at), skew_ms = coalesce(excluded.skew_ms, s.skew_ms)`,
    [
      stream,
      list.map(c => c.tenantId),
      list.map(c => c.pileId),
      list.map(c => c.stationId),
      list.map(c => c.online),
      list.map(c => c.protocol),
      list.map(c => c.network),
      list.map(c => new Date(c.at).toISOString()),
      list.map(c => c.skew_ms),
    ],
  )
}

/**
 * Writes when piles were last heard from. One statement that locks its rows in the order of `lockPileStates`; it has to be alone
 * in its transaction, since locking every connected pile beforehand would write each row twice.
 */
export async function writeSignsOfLife(tx: Tx, signs: readonly SignOfLife[]): Promise<void> {
  if (signs.length === 0) return
  const list = signs.toSorted((a, b) => (a.pileId < b.pileId ? -1 : 1))
  await tx.execute(
    `insert into gateway_pile_state as s (tenant_id, pile_id, last_seen_at, skew_ms)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[])
     on conflict (tenant_id, pile_id) do update set last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
       skew_ms = coalesce(excluded.skew_ms, s.skew_ms)`,
    [
      uuidList(list.map(one => one.tenantId)),
      uuidList(list.map(one => one.pileId)),
      instantList(list.map(one => one.lastHeardAt)),
      bigintList(list.map(one => one.skew_ms)),
    ],
  )
}

/** Marks the piles that this process had connected when it died as offline until they reconnect. */
export async function markAllOffline(tx: Tx, stream: number): Promise<void> {
  await tx.execute(
    `update gateway_pile_state set online = false, disconnected_at = coalesce(greatest(last_seen_at, connected_at), now())
     where stream = $1 and online`,
    [stream],
  )
}

async function addBadFrames(tx: Tx, counts: readonly BadFrames[]): Promise<void> {
  if (counts.length === 0) return
  await tx.execute(
    `update gateway_pile_state s set bad_frames = s.bad_frames + u.count
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as u(tenant_id, pile_id, count)
     where s.tenant_id = u.tenant_id and s.pile_id = u.pile_id`,
    [counts.map(c => c.tenantId), counts.map(c => c.pileId), counts.map(c => c.count)],
  )
}
