import { createHash } from 'node:crypto'
import { type Tx, col } from '@wattyard/server-kit'
import type { Person } from '../second-factor/second-factor.ts'
import { networkOf } from '../sign-in/throttle.ts'

/** Defaults for codes of forgotten passwords per day: for one person, and requested from one network. */
export const CODES_PER_PERSON = 5
export const ASKS_PER_NETWORK = 60
/** A day starts with its first counted code. */
export const CODE_DAY_MS = 24 * 3_600_000

/** Limits per day, from settings of a module above this one. */
export interface CodeCaps {
  codesOfPerson(tx: Tx, tenantId: string): Promise<number>
  asksOfNetwork(tx: Tx, homeId: string): Promise<number>
}

export const SHIPPED_CAPS: CodeCaps = {
  codesOfPerson: async () => CODES_PER_PERSON,
  asksOfNetwork: async () => ASKS_PER_NETWORK,
}

/** `first-over` occurs once a day, so that a flood of requests does not flood the log. */
export type Counted = 'within' | 'first-over' | 'over'

/** Counts in one statement, so that concurrent requests and processes are counted one after the other. */
async function count(tx: Tx, of: readonly string[], cap: number, now: number): Promise<Counted> {
  const key = createHash('sha256').update(JSON.stringify(of)).digest()
  const [row] = await tx.query(
    { asked: col.integer },
    `insert into identity_code_count as c (key, since, asked) values ($1, $2, 1)
     on conflict (key) do update
       set asked = case when c.since <= $3 then 1 else least(c.asked, $4) + 1 end,
           since = case when c.since <= $3 then excluded.since else c.since end
       where c.since <= $3 or c.asked <= $4
     returning asked`,
    [key, new Date(now), new Date(now - CODE_DAY_MS), cap],
  )
  if (!row) return 'over'
  return row.asked <= cap ? 'within' : 'first-over'
}

/** Counts a request from a network. It does not depend on the requested person, who may not exist. */
export async function countAsk(tx: Tx, caps: CodeCaps, ip: string, now: number): Promise<boolean> {
  const [home] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home')
  const cap = home ? await caps.asksOfNetwork(tx, home.tenant_id) : ASKS_PER_NETWORK
  return (await count(tx, ['network', networkOf(ip)], cap, now)) === 'within'
}

/**
 * Counts a code to be made for a person, independent of requester and origin. Phone and mail address are counted too, so that one
 * shared by several accounts, even of several companies, is not flooded.
 */
export async function countCode(tx: Tx, caps: CodeCaps, { tenantId, userId }: Person, now: number): Promise<Counted> {
  const cap = await caps.codesOfPerson(tx, tenantId)
  const [to] = await tx.query(
    { phone: col.text.orNull, email: col.text.orNull },
    'select phone, email from identity_user where tenant_id = $1 and id = $2',
    [tenantId, userId],
  )
  const counted = [
    ['person', tenantId, userId],
    ['phone', to?.phone?.replaceAll(/\D/g, '') ?? ''],
    ['email', to?.email?.trim().toLowerCase() ?? ''],
  ].filter(of => !of.includes(''))
  for (const of of counted) {
    const found = await count(tx, of, cap, now)
    if (found !== 'within') return found
  }
  return 'within'
}

export async function removeOldCounts(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_code_count where since <= $1', [new Date(now - CODE_DAY_MS)])
}
