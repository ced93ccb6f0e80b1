import { gzipSync } from 'node:zlib'
import { addDays, type BusinessDay, businessDay, eachDay, HOUR_MS, localDayOf } from '@wattyard/time'
import type { CommandInput } from '@wattyard/resource'
import {
  type Call,
  col,
  type Database,
  eachByItself,
  invalid,
  judgeContent,
  keepFile,
  newId,
  outsideTransaction,
  Refusal,
  type Tx,
} from '@wattyard/server-kit'
import { activeTenants } from '@wattyard/identity/server'
import { askedChannels } from '@wattyard/payments/server'
import { file } from '../../contract/index.ts'
import type { ReconciliationWorld } from '../world.ts'
import { workNow } from '../work-now.ts'

/** WeChat Pay makes the bill of a day at 9 of the next and says that it is best asked for from 10 on, in the zone of the mainland. */
export const BILL_ZONE = 'Asia/Shanghai'
/** Days back for which a bill that is not there is asked for again. */
const BACK_DAYS = 7
/** How long nobody asks again for a bill that was faulty, or that somebody took out. */
const PAUSE_MS = 20 * HOUR_MS

interface WantedBill {
  readonly tenantId: string
  readonly channelId: string
  readonly day: BusinessDay
  /** Who asked for it; empty where the clock did. */
  readonly actor: string
}

/** What became of a bill that was asked for: it was stored, it is not there yet, or the channel refuses it. */
export type FetchedBill =
  | { readonly event: 'stored'; readonly id: string }
  | { readonly event: 'later' | 'refused'; readonly reason: string | null }

/**
 * Asks a channel for the trade bill of a day and stores it as a file, which is then read like any other. A day without rows is stored as
 * what the channel says of it.
 * @throws Refusal `reconciliation.noDoor` for a channel that is not asked
 */
export async function fetchBill(db: Database, world: ReconciliationWorld, wanted: WantedBill): Promise<FetchedBill> {
  const { tenantId, channelId, day, actor } = wanted
  const opened = await db.tenant(tenantId, async tx => (await world.doors?.open(tx, tenantId, channelId)) ?? null)
  if (!opened) throw new Refusal('reconciliation.noDoor')
  const told = await opened.door.downloadBill(day, 'trade')
  if (told.event !== 'done') return told
  const name = `wechat-trade-${day}.${told.file ? 'csv.gz' : 'txt'}`
  const content = told.file ? gzipSync(told.file) : Buffer.from(`NO_STATEMENT_EXIST ${day}\n`)
  const made = await judgeContent('', name, content, ['records', 'gzip'])
  return db.tenant(tenantId, async tx => {
    const id = newId()
    const kept = { resource: file.name, field: 'content', name, sentBy: null, recordId: id, file: made }
    const stored = await keepFile(tx, tenantId, kept)
    await tx.execute(
      `insert into reconciliation_file (tenant_id, id, channel_id, format, day, content_file_id, name, state, actor)
       values ($1, $2, $3, 'wechat-trade', $4, $5, $6, 'received', $7)`,
      [tenantId, id, channelId, day, stored, name, actor],
    )
    return { event: 'stored', id }
  })
}

/** Returns the days of the last week of which an asked channel has no file, of all tenants, oldest first. */
async function missingBills(tx: Tx, today: BusinessDay, now: number): Promise<WantedBill[]> {
  const from = addDays(today, -BACK_DAYS)
  const active = new Set((await activeTenants(tx)).map(one => one.id))
  const channels = (await askedChannels(tx)).filter(one => active.has(one.tenantId))
  const there = await tx.query(
    { channel_id: col.uuid, day: col.day },
    `select channel_id, d::date as day from reconciliation_file f
     cross join lateral generate_series(coalesce(f.first_day, f.day), coalesce(f.last_day, f.day), interval '1 day') d
     where (f.state in ('received', 'sound') or f.created_at > $2) and coalesce(f.last_day, f.day) >= $1 and (f.format = 'wechat-trade' or f.format is null)`,
    // What was faulty or taken out is not asked for again within the day.
    [from, new Date(now - PAUSE_MS)],
  )
  const have = new Set(there.map(one => `${one.channel_id} ${one.day}`))
  return channels.flatMap(({ tenantId, channelId, ofMerchant, keysAt }) => {
    const first = localDayOf(keysAt, BILL_ZONE)
    return [...eachDay(first > from ? first : from, addDays(today, -1))]
      .filter(day => !ofMerchant.some(one => have.has(`${one} ${day}`)))
      .map(day => ({ tenantId, channelId, day, actor: '' }))
  })
}

/**
 * Fetches the bills of the last week that are not there yet. One channel that fails holds up no other.
 * @returns number of bills that were stored
 */
export async function fetchMissingBills(
  db: Database,
  world: ReconciliationWorld,
  signal?: AbortSignal,
): Promise<number> {
  if (world.doors === null) return 0
  const today = localDayOf(world.clock.now(), BILL_ZONE)
  const wanted = await db.platform(tx => missingBills(tx, today, world.clock.now()), { readOnly: true })
  let stored = 0
  await eachByItself(
    wanted,
    async bill => {
      if ((await fetchBill(db, world, bill)).event === 'stored') stored++
    },
    { nameOf: bill => `${bill.channelId} ${bill.day}`, ...(signal ? { signal } : {}) },
  )
  return stored
}

/**
 * Handles `fetch`: a person does not want to wait for the clock. The channel is asked after the transaction; what it says is seen in
 * the list of files.
 */
export async function fetchByHand(
  { tx, caller }: Call,
  world: ReconciliationWorld,
  { channel: channelId, day }: CommandInput<typeof file, 'fetch'>,
): Promise<Record<string, never>> {
  const { tenantId, displayName: actor } = caller
  const { db } = world
  if (!(await world.doors?.open(tx, tenantId, channelId))) throw new Refusal('reconciliation.noDoor')
  const wanted = businessDay(day)
  if (wanted >= localDayOf(world.clock.now(), BILL_ZONE))
    throw invalid({ day: { key: 'reconciliation.field.dayNotOver' } })
  if (db !== null)
    tx.afterCommit(() =>
      outsideTransaction(
        () =>
          // The clock asks again; nobody waits for this attempt.
          void fetchBill(db, world, { tenantId, channelId, day: wanted, actor })
            .then(() => workNow(world))
            .catch(() => {}),
      ),
    )
  return {}
}
