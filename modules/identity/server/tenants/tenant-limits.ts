import { Refusal, type Tx, col } from '@wattyard/server-kit'
import type { Limited } from '../../contract/tenancy.ts'

const RULES: Readonly<Record<Limited, { column: string; refusal: string }>> = {
  people: { column: 'max_people', refusal: 'identity.limitOfPeople' },
  stations: { column: 'max_stations', refusal: 'identity.limitOfStations' },
  piles: { column: 'max_piles', refusal: 'identity.limitOfPiles' },
}

/**
 * Checks that a tenant keeps its limit after this transaction has created something. Creators of one kind are serialised, so that
 * two cannot both take the last place; without a limit nobody waits.
 *
 * @param count returns the number, this transaction's creations included
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
  // Held until the transaction ends: the second creator counts the first one's commit.
  await tx.query("select pg_advisory_xact_lock(hashtext('identity.limit'), hashtext($1))", [`${tenantId} ${what}`])
  if ((await count(tx, tenantId)) > max) throw new Refusal(refusal, { params: { count: max } })
}

/** Returns the number of a tenant's active people without guests. */
export async function countPeople(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    "select count(*) as count from identity_user where tenant_id = $1 and status = 'active' and user_type <> 'guest'",
    [tenantId],
  )
  return Number(row?.count ?? 0n)
}

/** Returns which of the tenants are not active: nothing new may begin there. */
export async function suspendedTenants(tx: Tx, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tenantIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    "select id from identity_tenant where tenant_id = any($1::uuid[]) and status <> 'active'",
    [[...new Set(tenantIds)]],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of the tenants are deleted or being deleted: their people are not let in. */
export async function deletedTenants(tx: Tx, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tenantIds.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    "select id from identity_tenant where tenant_id = any($1::uuid[]) and status in ('deleting', 'deleted')",
    [[...new Set(tenantIds)]],
  )
  return new Set(rows.map(({ id }) => id))
}
