import { declareSetting, settingOf } from '@wattyard/platform/server'
import { type Database, eachByItself, forgetByTenant } from '@wattyard/server-kit'
import { z } from 'zod'

const DAY_MS = 86_400_000
/** The law requires six months of security log; a setting cannot be lower. */
const days = z.number().int().min(180).max(3_650)

/** Days that connection and security events are kept. */
export const eventKeepDays = declareSetting({ key: 'gateway.eventKeepDays', schema: days, initial: 180 })
/** Days that commands to piles are kept: who sent what, and the result. */
export const commandKeepDays = declareSetting({ key: 'gateway.commandKeepDays', schema: days, initial: 180 })

const TABLES = [
  { table: 'gateway_event', setting: eventKeepDays, at: 'at', over: 'true' },
  // A command that has not ended is still open, however old.
  { table: 'gateway_command', setting: commandKeepDays, at: 'created_at', over: 'ended_at is not null' },
] as const

/** Deletes events and ended commands that are older than their tenant keeps them. How many there were. */
export async function forgetEvents(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  let gone = 0
  await eachByItself(
    TABLES,
    async ({ table, setting, at, over }) => {
      gone += await forgetByTenant(
        db,
        table,
        async (tx, tenantId, limit) => {
          const before = now - (await settingOf(tx, setting)) * DAY_MS
          return tx.execute(
            `delete from ${table} where tenant_id = $1 and id in (
               select id from ${table} where tenant_id = $1 and ${at} < $2 and ${over} order by ${at} limit ${limit})`,
            [tenantId, new Date(before)],
          )
        },
        signal,
      )
    },
    { nameOf: ({ table }) => table, ...(signal && { signal }) },
  )
  return gone
}
