import { type BusinessDay, eachDay } from '@wattyard/time'
import { openAccounts } from '@wattyard/ledger/server'
import { type ChannelAccount, channelAccount, channelNames } from '@wattyard/payments/server'
import {
  col,
  type Database,
  eachByItself,
  emit,
  intList,
  newId,
  textList,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import {
  createReconciliation,
  isProposal,
  outcome,
  type Outcome,
  type Proposal,
  run,
  type Summary,
} from '../../contract/index.ts'
import { DIFFERENCES_FOUND, type DifferencesFound } from '../../contract/events.ts'
import { zoneOfChannel } from '../calendar.ts'
import { isOwnFault } from '../own-fault.ts'
import { COMPARED_FAMILIES } from '../files/families.ts'
import type { ReconciliationWorld } from '../world.ts'
import { type DueDays, dueDays, dueTogether } from './due-days.ts'
import { createOutcomeWriter, type Stored, storeProposals } from './store-outcomes.ts'
import { supplyItems } from './supply-items.ts'

/** A day of a million rows takes a minute; no single statement needs that long. */
const STATEMENT_TIMEOUT = '120s'
/** Rounds in which days that lost items to others are compared again; what is due then waits for the next beat. */
const MAX_ROUNDS = 20

/**
 * Compares what is due, of all tenants, until nothing is. One channel that fails stays due and holds up no other.
 * @returns number of runs
 */
export async function compareDue(db: Database, world: ReconciliationWorld, signal?: AbortSignal): Promise<number> {
  let runs = 0
  for (let round = 0; round < MAX_ROUNDS && !signal?.aborted; round++) {
    const now = world.clock.now()
    const due = (await db.platform(dueDays, { readOnly: true })).filter(
      one => !world.rests.isResting(one.channelId, now),
    )
    if (due.length === 0) break
    let done = 0
    await eachByItself(
      due,
      async days => {
        // One snapshot: payments and books are read one after the other and have to fit.
        const isDone = await db
          .tenant(days.tenantId, tx => compareDays(tx, world, days), { snapshot: true })
          .catch((error: unknown) => {
            if (isOwnFault(error)) world.rests.failed(days.channelId, now)
            throw error
          })
        if (!isDone) return
        world.rests.done(days.channelId)
        done++
      },
      { nameOf: days => `${days.channelId} ${days.from}`, ...(signal ? { signal } : {}) },
    )
    runs += done
    if (done === 0) break
  }
  return runs
}

/** The lock of a channel's outcomes: runs and people change them one after the other. */
export const OUTCOMES_LOCK = "hashtextextended('reconciliation.outcomes' || $1 || $2, 0)"

/**
 * Compares days of one channel in the transaction of the caller. Returns false when somebody else works on the channel, or has compared them
 * meanwhile.
 */
export async function compareDays(tx: Tx, world: ReconciliationWorld, asked: DueDays): Promise<boolean> {
  const { tenantId, channelId: lead } = asked
  const [lock] = await tx.query({ mine: col.boolean }, `select pg_try_advisory_xact_lock(${OUTCOMES_LOCK}) as mine`, [
    tenantId,
    lead,
  ])
  if (!lock?.mine) return false
  await tx.execute(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`)
  const account = await channelAccount(tx, tenantId, lead)
  if (!account) throw new Error(`there is no channel ${lead}`)
  const due = await dueTogether(tx, asked, account.kind)
  if (due === null) return false
  const { from, to } = due
  const zone = await zoneOfChannel(tx, tenantId, account.kind)
  const accounts = await openAccounts(
    tx,
    account.accounts.map(one => ({ ...one, tenantId })),
  )
  const judged = { from, to }
  const known = await knownDays(tx, tenantId, account)
  const reconciliation = createReconciliation({ zone, known, judged })
  const supply = supplyItems(tx, {
    tenantId,
    lead,
    account,
    accountIds: accounts.map(one => one.id),
    zone,
    currency: 'CNY',
    judged,
  })
  const companies = new Map<string, string>()
  for await (const items of supply)
    for (const item of items) {
      reconciliation.add(item)
      if (item.company !== null && item.party !== null) companies.set(item.id, item.party)
    }
  const runId = newId()
  const writer = await createOutcomeWriter(tx, { tenantId, lead, runId, judged, ownerId: due.actorId, companies })
  const proposals: Proposal[] = []
  const days = new Map<BusinessDay, DaySums>()
  const telling = reconciliation.run()
  let step = telling.next()
  for (; step.done !== true; step = telling.next()) {
    if (isProposal(step.value)) proposals.push(step.value)
    else {
      addToDay(days, step.value)
      await writer.add(step.value)
    }
  }
  const stored = await writer.end()
  await storeProposals(tx, { tenantId, lead, judged }, proposals)
  await writeDays(tx, { ...due, runId, now: world.clock.now() }, days, stored.touched)
  await writeRun(tx, { ...due, runId }, [...days.values()], step.value, stored)
  await tellOfDifferences(tx, due, runId, stored)
  tx.afterCommit(() => {
    for (const { name } of [run, outcome]) world.live?.publish({ tenantId, topic: name, stationId: null, data: null })
  })
  return true
}

/** Writes down for messages that there are new differences. */
async function tellOfDifferences(
  tx: Tx,
  { tenantId, channelId, from, to, actorId }: DueDays,
  runId: string,
  { found }: Stored,
): Promise<void> {
  if (found.count === 0) return
  const body: DifferencesFound = {
    channel: (await channelNames(tx, tenantId, [channelId])).get(channelId) ?? '',
    firstDay: from,
    lastDay: to,
    count: found.count,
    amount_fen: String(found.amount),
    askerId: actorId,
  }
  await emit(tx, [{ tenantId, topic: DIFFERENCES_FOUND, key: runId, body: { ...body } }])
}

/** Returns the days of which a sound file of the channel is there. */
export async function knownDays(
  tx: Tx,
  tenantId: string,
  { channelIds }: Pick<ChannelAccount, 'channelIds'>,
): Promise<Set<BusinessDay>> {
  const files = await tx.query(
    { first_day: col.day, last_day: col.day },
    `select first_day, last_day from reconciliation_file
     where tenant_id = $1 and channel_id = any($2::uuid[]) and state = 'sound' and family = any($3::text[]) and first_day is not null and last_day is not null`,
    [tenantId, uuidList(channelIds), textList(COMPARED_FAMILIES)],
  )
  return new Set(files.flatMap(({ first_day, last_day }) => [...eachDay(first_day, last_day)]))
}

interface DaySums {
  matched: number
  waiting: number
  differences: number
}

function addToDay(days: Map<BusinessDay, DaySums>, { day, standing }: Outcome): void {
  const sums = days.get(day) ?? { matched: 0, waiting: 0, differences: 0 }
  days.set(day, sums)
  if (standing === 'matched') sums.matched++
  if (standing === 'waiting') sums.waiting++
  if (standing === 'difference') sums.differences++
}

interface RunOf extends DueDays {
  readonly runId: string
}

async function writeDays(
  tx: Tx,
  { tenantId, channelId, from, to, runId, now }: RunOf & { now: number },
  sums: ReadonlyMap<BusinessDay, DaySums>,
  touched: readonly BusinessDay[],
): Promise<void> {
  const all = [...eachDay(from, to)].map(day => ({ day, matched: sums.get(day)?.matched ?? 0 }))
  await tx.execute(
    `update reconciliation_day d set is_due = false, compared_at = $3, run_id = $4, matched = u.matched
     from unnest($5::text[], $6::int[]) as u(day, matched)
     where d.tenant_id = $1 and d.channel_id = $2 and d.day = u.day::date`,
    [
      tenantId,
      channelId,
      new Date(now),
      runId,
      textList(all.map(one => one.day)),
      intList(all.map(one => one.matched)),
    ],
  )
  await tx.execute(
    'update reconciliation_day set is_due = true where tenant_id = $1 and channel_id = $2 and day = any($3::date[]) and compared_at is not null',
    [tenantId, channelId, `{${touched.join(',')}}`],
  )
}

async function writeRun(
  tx: Tx,
  { tenantId, channelId, from, to, runId, actor }: RunOf,
  days: readonly DaySums[],
  summary: Summary,
  stored: Stored,
): Promise<void> {
  const count = (name: 'matched' | 'waiting' | 'differences') => days.reduce((all, day) => all + day[name], 0)
  await tx.execute(
    `insert into reconciliation_run (tenant_id, id, channel_id, first_day, last_day, matched, waiting, differences, surplus_fen, shortage_fen, flooded, added,
       removed, answer, actor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      tenantId,
      runId,
      channelId,
      from,
      to,
      count('matched'),
      count('waiting'),
      count('differences'),
      summary.surplus,
      summary.shortage,
      summary.isFlooded,
      stored.added,
      stored.removed,
      stored.answer,
      actor,
    ],
  )
}
