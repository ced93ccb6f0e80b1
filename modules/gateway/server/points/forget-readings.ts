import { declareSetting, settingOf } from '@wattyard/platform/server'
import { type Database, forgetByTenant } from '@wattyard/server-kit'
import { z } from 'zod'

const DAY_MS = 86_400_000

/** Days that single readings of devices are kept; the latest value of each point stays with its source. */
export const readingKeepDays = declareSetting({
  key: 'gateway.readingKeepDays',
  schema: z.number().int().min(7).max(3_650),
  initial: 90,
})

/** Deletes readings that are older than their tenant keeps them. How many there were. */
export function forgetReadings(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  return forgetByTenant(
    db,
    'gateway_point_reading',
    async (tx, tenantId, limit) => {
      const before = now - (await settingOf(tx, readingKeepDays)) * DAY_MS
      return tx.execute(
        `delete from gateway_point_reading where tenant_id = $1 and (source_id, at) in (
           select source_id, at from gateway_point_reading where tenant_id = $1 and at < $2 order by at limit ${limit})`,
        [tenantId, new Date(before)],
      )
    },
    signal,
  )
}
