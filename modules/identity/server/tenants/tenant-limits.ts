import { Refusal, type Tx, col } from '@wattyard/server-kit'
import type { Limited } from '../../contract/tenancy.ts'

const RULES: Readonly<Record<Limited, { column: string; refusal: string }>> = {
  people: { column: 'max_people', refusal: 'identity.limitOfPeople' },
  stations: { column: 'max_stations', refusal: 'identity.limitOfStations' },
  piles: { column: 'max_piles', refusal: 'identity.limitOfPiles' },
}

/**
 * Checks that a tenant keeps its limit, after more was made in this transaction. Makers of one kind wait for each other,
 * so that two of them cannot both be the last that fits; without a limit nobody waits.
 *
 * @param count how many there are, what this transaction has made included
 * @throws Refusal `identity.limitOfPeople`, `identity.limitOfStations` or `identity.limitOfPiles`
 */
export async function mustKeepLimit(
  tx: Tx,
  tenantId: string,
  what: Limited,
  count: (tx: Tx, tenantId: string) => Promise<number>,
): Promise<void> {
  const { column, refusal } = RULES[what]
  const [row] = await tx.query(
    { max: col.integer.orNull },
    `select ${column} as max from identity_tenant where tenant_id = $1`,
    [tenantId],
  )
  const max = row?.max ?? null
  if (max === null) return
  // Held until the end: who comes second counts what the first has made, once that is committed.
  await tx.query("select pg_advisory_xact_lock(hashtext('identity.limit'), hashtext($1))", [`${tenantId} ${what}`])
  if ((await count(tx, tenantId)) > max) throw new Refusal(refusal, { params: { count: max } })
}

/** Active people of a tenant; guests are nobody. */
export async function countPeople(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    "select count(*) as count from identity_user where tenant_id = $1 and status = 'active' and user_type <> 'guest'",
    [tenantId],
  )
  return Number(row?.count ?? 0n)
}

/** Of these tenants, those that are suspended, or gone: nothing new begins there. */
export async function suspendedTenants(tx: Tx, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tenantIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    "select id from identity_tenant where tenant_id = any($1::uuid[]) and status <> 'active'",
    [[...new Set(tenantIds)]],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Of these tenants, those that are deleted or being deleted: nobody of theirs is let in. */
export async function deletedTenants(tx: Tx, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tenantIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    "select id from identity_tenant where tenant_id = any($1::uuid[]) and status in ('deleting', 'deleted')",
    [[...new Set(tenantIds)]],
  )
  return new Set(rows.map(({ id }) => id))
}
