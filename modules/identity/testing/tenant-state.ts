import type { Database } from '@wattyard/server-kit'
import type { TenantLimits } from '../contract/tenancy.ts'

/** Gives a tenant limits, as the platform does. */
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

/** Suspends a tenant, or lets it work again. */
export async function setTenantStatus(db: Database, tenantId: string, status: 'active' | 'suspended'): Promise<void> {
  await db.platform(tx => tx.execute('update identity_tenant set status = $2 where tenant_id = $1', [tenantId, status]))
}
