import { type Database, newId } from '@wattyard/server-kit'
import { type TenantLimits } from '../contract/calls/tenant.ts'

/** Sets limits of a tenant, as the platform does. */
export async function limitTenant(db: Database, tenantId: string, limits: Partial<TenantLimits>): Promise<void> {
  const { people = null, stations = null, piles = null } = limits
  await db.platform(tx =>
    tx.execute('update identity_tenant set max_people = $2, max_stations = $3, max_piles = $4 where tenant_id = $1', [
      tenantId,
      people,
      stations,
      piles,
    ]),
  )
}

/** Suspends or reactivates a tenant. */
export async function setTenantStatus(db: Database, tenantId: string, status: 'active' | 'suspended'): Promise<void> {
  await db.platform(tx => tx.execute('update identity_tenant set status = $2 where tenant_id = $1', [tenantId, status]))
}

/**
 * Suspends a tenant and inserts a deletion approved by two people of the platform, due at `dueAt` (epoch ms), for tests of what
 * follows. Returns the id of the deletion.
 */
export async function aDueDeletion(
  db: Database,
  { homeId, subjectId, dueAt }: { homeId: string; subjectId: string; dueAt: number },
): Promise<string> {
  const id = newId()
  await setTenantStatus(db, subjectId, 'suspended')
  await db.platform(tx =>
    tx.execute(
      `insert into identity_tenant_deletion (tenant_id, id, created_at, subject_id, state, reason, asked_by, asked_by_name, approved_by, approved_by_name,
         approved_at, wait_days, due_at) values ($1, $2, $6, $3, 'approved', '合同终止', $4, 'Ann', $5, 'Bob', $6, 30, $7)`,
      [homeId, id, subjectId, newId(), newId(), new Date(dueAt - 30 * 86_400_000), new Date(dueAt)],
    ),
  )
  return id
}
