import { newId, type Tx, col } from '@wattyard/server-kit'
import { MAX_PENDING_PILES } from '../limits.ts'

/** An unknown station that tried to connect. */
export interface UnknownStation {
  identity: string
  ip: string
  protocols: readonly string[]
  at: number
  times: number
}

/** Most protocol names kept of those an unknown station offered. */
const MAX_PROTOCOLS = 5

/** Adds knocks to the list of unknown stations. A full list takes no new names: strangers must not fill the disk. */
export async function writeUnknownStations(tx: Tx, tenantId: string, knocks: readonly UnknownStation[]): Promise<void> {
  if (knocks.length === 0) return
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) from (select 1 from gateway_pending_pile where tenant_id = $1 limit ${MAX_PENDING_PILES}) as listed`,
    [tenantId],
  )
  const room = MAX_PENDING_PILES - Number(row?.count ?? 0n)
  await tx.execute(
    `with knock as (
       select u.id, u.identity, u.ip, string_to_array(nullif(u.protocols, ''), ',') as protocols, u.at, u.times,
              exists (select from gateway_pending_pile p where p.tenant_id = $1 and p.identity = u.identity) as known
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[]) as u(id, identity, ip, protocols, at, times)
     ), placed as (
       select knock.*, row_number() over (partition by known order by identity) as place from knock
     )
     insert into gateway_pending_pile as p (tenant_id, id, identity, ip, protocols, attempts, last_seen_at)
     select $1, id, identity, ip, coalesce(protocols, '{}'), times, at from placed where known or place <= $8
     on conflict (tenant_id, identity) do update set ip = excluded.ip, protocols = excluded.protocols,
       attempts = least(p.attempts::bigint + excluded.attempts, 2000000000)::int, last_seen_at = excluded.last_seen_at, updated_at = now()`,
    [
      tenantId,
      knocks.map(knock => newId(knock.at)),
      knocks.map(knock => knock.identity),
      knocks.map(knock => knock.ip),
      knocks.map(knock =>
        knock.protocols
          .slice(0, MAX_PROTOCOLS)
          .map(name => name.replaceAll(',', '').slice(0, 30))
          .join(','),
      ),
      knocks.map(knock => new Date(knock.at).toISOString()),
      knocks.map(knock => knock.times),
      room,
    ],
  )
}
