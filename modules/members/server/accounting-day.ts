import { type BusinessDay, businessDayOf } from '@wattyard/time'
import type { Tx } from '@wattyard/server-kit'
import { tenantById } from '@wattyard/identity/server'

/** Returns the tenant's accounting day of an instant. @throws Error for a tenant that does not exist */
export async function accountingDayOf(tx: Tx, tenantId: string, at: number): Promise<BusinessDay> {
  const tenant = await tenantById(tx, tenantId)
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`)
  return businessDayOf(at, tenant.zone)
}
