import { mustBeTwoPeople, stillMay } from '@wattyard/identity/server'
import { settingOf } from '@wattyard/platform/server'
import { closeBooks, lockBooksAlone, reopenBooks } from '@wattyard/ledger/server'
import { undoneOrders } from '@wattyard/charging/server'
import { type Call, type CommandHandler, newId, Refusal, seesWholeTenant, type Tx, col } from '@wattyard/server-kit'
import { type BusinessDay, businessDay, eachDay } from '@wattyard/time'
import { type dayClose, type GateItem, judgeGate, openItems } from '../../contract/index.ts'
import { gateFacts } from './gate-facts.ts'
import { mustBeOpenMonth } from '../month/closed-months.ts'
import { type FinanceWorld, tenantOf } from '../ports.ts'
import { CLOSE_COLUMNS, type CloseRow, CLOSE_ROW } from '../rows.ts'
import { dayCloseFourEyes } from '../settings.ts'

/** Serialises closings and re-openings of a tenant, so that the gate's result stays valid. */
export async function lockClosings(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(771431, hashtext($1::uuid::text))', [tenantId])
}

interface Passed {
  items: GateItem[]
  since: BusinessDay | null
  /** The days to close, in order; the last one is the requested day. */
  days: readonly BusinessDay[]
  dayEnd: number
}

/** @throws Refusal `finance.gateShut` with every item in `detail.gate` */
async function passGate(
  call: Call,
  world: FinanceWorld,
  day: BusinessDay,
  carried: readonly string[],
): Promise<Passed> {
  const { tx, caller } = call
  const { zone } = await tenantOf(tx, caller.tenantId)
  const question = { tenantId: caller.tenantId, zone, day, now: world.clock.now(), consumer: world.consumer }
  let facts = await gateFacts(tx, question)
  if (Object.keys(facts.billDifferences).length > 0) {
    // Bills and ledger are read by two statements, so an order that settles between them looks like a difference. Check again
    // while nobody can post.
    await lockBooksAlone(tx, caller.tenantId)
    facts = await gateFacts(tx, question)
  }
  const items = judgeGate(facts)
  const open = openItems(items, carried)
  if (open.length > 0) {
    const checks = open.map(item => call.translate(call.language, `finance.gate.check.${item.check}`)).join(', ')
    throw new Refusal('finance.gateShut', { params: { checks }, detail: { gate: items } })
  }
  const first = facts.nextDay === null ? day : businessDay(facts.nextDay)
  const since = facts.closedUntil === null ? null : businessDay(facts.closedUntil)
  return { items, since, days: eachDay(first, day), dayEnd: facts.dayEnd }
}

interface ToClose {
  day: BusinessDay
  carried: readonly string[]
  note: string | null
  /** A proposal that was approved. */
  proposal: CloseRow | null
}

/** Closes the books and writes the records. The proofs are made afterwards, when no order waits. */
async function closeNow(call: Call, world: FinanceWorld, wanted: ToClose) {
  const { tx, caller } = call
  const { tenantId } = caller
  const { day, carried, proposal } = wanted
  const { items, since, days, dayEnd } = await passGate(call, world, day, carried)
  await closeBooks(tx, { tenantId, until: day })
  // All running settlements have committed by now: check once more under the exclusive lock.
  if ((await undoneOrders(tx, tenantId, dayEnd)).unsettled > 0) throw new Refusal('finance.gateChanged')
  const ids = days.map(one => (one === day && proposal ? proposal.id : newId()))
  const replaced = await lastClosingsOf(tx, tenantId, days)
  const seq = await nextSeq(tx, tenantId)
  await tx.execute(
    `insert into finance_day_close (tenant_id, id, day, kind, state, seq, since, replaces_id, closed_by, closed_by_id, closed_at, note, gate, carried)
     select $1, id, day, 'close', 'sealing', seq, since, replaces_id, $2, $3, $4, $5, $6::jsonb, $7::text[]
     from unnest($8::uuid[], $9::date[], $10::int[], $11::date[], $12::uuid[]) as r(id, day, seq, since, replaces_id)
     on conflict (tenant_id, id) do update set state = 'sealing', seq = excluded.seq, since = excluded.since, replaces_id = excluded.replaces_id,
       closed_by = excluded.closed_by, closed_by_id = excluded.closed_by_id, closed_at = excluded.closed_at, gate = excluded.gate,
       version = finance_day_close.version + 1, updated_at = now()`,
    [
      tenantId,
      caller.displayName,
      caller.userId,
      new Date(world.clock.now()),
      wanted.note,
      JSON.stringify(items),
      carriedOf(items, carried),
      ids,
      days,
      days.map((_, i) => seq + i),
      days.map((_, i) => (i === 0 ? since : days[i - 1])),
      days.map(one => replaced.get(one) ?? null),
    ],
  )
  return { id: ids.at(-1), day, state: 'sealing' as const, days: days.length }
}

/** Returns the accepted items that really had to be accepted. */
const carriedOf = (items: readonly GateItem[], carried: readonly string[]): string[] =>
  items.filter(item => item.state === 'carry' && carried.includes(item.check)).map(item => item.check)

async function nextSeq(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(
    { seq: col.integer },
    'select coalesce(max(seq), 0) + 1 as seq from finance_day_close where tenant_id = $1',
    [tenantId],
  )
  return row?.seq ?? 1
}

/** Closings of these days that were opened again, the latest of each. */
async function lastClosingsOf(
  tx: Tx,
  tenantId: string,
  days: readonly BusinessDay[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    { day: col.text, id: col.uuid },
    `select distinct on (day) day::text as day, id from finance_day_close
     where tenant_id = $1 and day = any($2::date[]) and kind = 'close' and state = 'reopened' order by day, seq desc`,
    [tenantId, days],
  )
  return new Map(rows.map(row => [row.day, row.id]))
}

async function propose(call: Call, world: FinanceWorld, { day, carried, note }: ToClose) {
  const { tx, caller } = call
  const { items } = await passGate(call, world, day, carried)
  const id = newId()
  const made = await tx.execute(
    `insert into finance_day_close (tenant_id, id, day, kind, state, proposed_by, proposed_by_id, note, gate, carried)
     values ($1, $2, $3, 'close', 'proposed', $4, $5, $6, $7::jsonb, $8) on conflict do nothing`,
    [
      caller.tenantId,
      id,
      day,
      caller.displayName,
      caller.userId,
      note,
      JSON.stringify(items),
      carriedOf(items, carried),
    ],
  )
  if (made === 0) throw new Refusal('finance.proposedAlready', { params: { day } })
  return { id, day, state: 'proposed' as const }
}

async function closeRow(tx: Tx, tenantId: string, id: string): Promise<CloseRow> {
  const [row] = await tx.query(
    CLOSE_ROW,
    `select ${CLOSE_COLUMNS} from finance_day_close where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/**
 * Checks that the caller is another person than who proposed, and that the proposal is still one of somebody who may propose.
 * @throws Refusal `identity.samePerson`, `identity.askerGone`
 */
async function mustBeSecond({ tx, caller: { tenantId, userId } }: Call, proposerId: string): Promise<void> {
  await mustBeTwoPeople(tx, proposerId, userId)
  const proposer = { tenantId, userId: proposerId }
  if (!(await stillMay(tx, proposer, 'finance.dayClose:close', async person => seesWholeTenant(person))))
    throw new Refusal('identity.askerGone', { status: 409 })
}

/** Returns the commands of `finance.dayClose`; `seal` is called after the commit of each that changed the books. */
export function dayCloseCommands(world: FinanceWorld, seal: (tenantId: string) => void) {
  const sealSoon = ({ tx, caller }: Call) => tx.afterCommit(() => seal(caller.tenantId))

  const close: CommandHandler<typeof dayClose, 'close'> = async (call, _rows, input) => {
    await lockClosings(call.tx, call.caller.tenantId)
    const wanted: ToClose = {
      day: businessDay(input.day),
      carried: input.carry ?? [],
      note: input.note ?? null,
      proposal: null,
    }
    if (await settingOf(call.tx, dayCloseFourEyes, call.caller.tenantId)) return propose(call, world, wanted)
    sealSoon(call)
    return closeNow(call, world, wanted)
  }

  const approve: CommandHandler<typeof dayClose, 'approve'> = async (call, rows) => {
    await lockClosings(call.tx, call.caller.tenantId)
    const proposal = await closeRow(call.tx, call.caller.tenantId, rows[0]?.id ?? '')
    if (proposal.proposed_by_id === call.caller.userId) throw new Refusal('finance.needsSecondPerson')
    if (proposal.proposed_by_id !== null) await mustBeSecond(call, proposal.proposed_by_id)
    sealSoon(call)
    const { day, carried, note } = proposal
    return closeNow(call, world, { day, carried, note, proposal })
  }

  const reject: CommandHandler<typeof dayClose, 'reject'> = async ({ tx, caller }, rows, input) => {
    await tx.execute(
      `update finance_day_close set state = 'rejected', note = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
      [caller.tenantId, rows[0]?.id, input.reason],
    )
  }

  const reopen: CommandHandler<typeof dayClose, 'reopen'> = async (call, rows, input) => {
    const { tx, caller } = call
    await lockClosings(tx, caller.tenantId)
    sealSoon(call)
    return reopenDay(call, world, await closeRow(tx, caller.tenantId, rows[0]?.id ?? ''), input.reason)
  }

  return { close, approve, reject, reopen }
}

/** Reopens a closed day: writes a record of its own in the chain and marks the old one as reopened. */
async function reopenDay({ tx, caller }: Call, world: FinanceWorld, row: CloseRow, reason: string) {
  const { tenantId } = caller
  const [later] = await tx.query(
    { day: col.text },
    `select day::text as day from finance_day_close where tenant_id = $1 and kind = 'close' and state in ('sealing', 'sealed') and day > $2 order by day desc limit 1`,
    [tenantId, row.day],
  )
  if (later) throw new Refusal('finance.laterDayClosed', { params: { day: later.day } })
  if (await settingOf(tx, dayCloseFourEyes, tenantId)) {
    if (row.closed_by_id === caller.userId) throw new Refusal('finance.needsSecondPerson')
    if (row.closed_by_id !== null) await mustBeTwoPeople(tx, row.closed_by_id, caller.userId)
  }
  await mustBeOpenMonth(tx, tenantId, row.day)
  await reopenBooks(tx, { tenantId, until: row.since })
  const id = newId()
  await tx.execute(
    `insert into finance_day_close (tenant_id, id, day, kind, state, seq, since, replaces_id, closed_by, closed_by_id, closed_at, note)
     values ($1, $2, $3, 'reopen', 'sealing', $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      id,
      row.day,
      await nextSeq(tx, tenantId),
      row.since,
      row.id,
      caller.displayName,
      caller.userId,
      new Date(world.clock.now()),
      reason,
    ],
  )
  await tx.execute(
    `update finance_day_close set state = 'reopened', version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, row.id],
  )
  return { id, day: row.day, state: 'sealing' as const }
}
