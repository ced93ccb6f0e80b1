import { formatFen, sumFen } from '@wattyard/money'
import { mustBeTwoPeople, stillMay } from '@wattyard/identity/server'
import type { CodeOfDays } from '@wattyard/ledger/server'
import { settingOf } from '@wattyard/platform/server'
import {
  type Call,
  col,
  type CommandHandler,
  invalid,
  newId,
  Refusal,
  seesWholeTenant,
  type Tx,
} from '@wattyard/server-kit'
import { daysOfMonth, isMonth, judgeMonth, type monthClose, openMonthItems } from '../../contract/index.ts'
import { lockClosings } from '../close/close-day.ts'
import { type FinanceWorld, tenantOf } from '../ports.ts'
import { dayCloseFourEyes } from '../settings.ts'
import { mustBeInUse } from '../verify/former-keys.ts'
import { monthFacts } from './month-facts.ts'
import {
  frozenMonth,
  MONTH_COLUMNS,
  MONTH_ROW,
  monthRoot,
  type MonthRow,
  placeOfMonth,
  type SealedMonth,
} from './month-root.ts'

interface ToClose {
  readonly month: string
  readonly carried: readonly string[]
  readonly note: string | null
  /** A proposal that was approved. */
  readonly proposal: MonthRow | null
}

/** @throws Refusal `finance.monthGateShut` with every item in `detail.gate`, or on `note` when something is carried without one */
async function passGate(call: Call, world: FinanceWorld, { month, carried, note }: ToClose) {
  const { tx, caller } = call
  const { zone } = await tenantOf(tx, caller.tenantId)
  const { facts, trial } = await monthFacts(tx, { tenantId: caller.tenantId, zone, month, now: world.clock.now() })
  const items = judgeMonth(facts)
  const open = openMonthItems(items, carried)
  if (open.length > 0) {
    const checks = open.map(item => call.translate(call.language, `finance.gate.check.${item.check}`)).join(', ')
    throw new Refusal('finance.monthGateShut', { params: { checks }, detail: { gate: items } })
  }
  const accepted = items.filter(item => item.state === 'carry').map(item => item.check)
  if (accepted.length > 0 && (note ?? '').trim() === '') throw invalid({ note: { key: 'finance.error.noteNeeded' } })
  return { items, accepted, trial }
}

/** Returns the commands of `finance.monthClose`. */
export function monthCloseCommands(world: FinanceWorld) {
  const close: CommandHandler<typeof monthClose, 'close'> = async (call, _rows, input) => {
    const { tx, caller } = call
    if (!isMonth(input.month)) throw invalid({ month: { key: 'finance.error.notAMonth' } })
    await lockClosings(tx, caller.tenantId)
    const wanted = { month: input.month, carried: input.carry ?? [], note: input.note ?? null, proposal: null }
    return (await settingOf(tx, dayCloseFourEyes, caller.tenantId))
      ? propose(call, world, wanted)
      : closeNow(call, world, wanted)
  }

  const approve: CommandHandler<typeof monthClose, 'approve'> = async (call, rows) => {
    const { tx, caller } = call
    await lockClosings(tx, caller.tenantId)
    const proposal = await monthRow(tx, caller.tenantId, rows[0]?.id ?? '')
    if (proposal.state !== 'proposed') throw new Refusal('kernel.notAllowedNow', { status: 409 })
    await mustBeSecond(call, proposal)
    const { month, carried, note } = proposal
    return closeNow(call, world, { month, carried, note, proposal })
  }

  const reject: CommandHandler<typeof monthClose, 'reject'> = async ({ tx, caller }, rows, input) => {
    await tx.execute(
      `update finance_month_close set state = 'rejected', note = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2 and state = 'proposed'`,
      [caller.tenantId, rows[0]?.id, input.reason],
    )
  }

  return { close, approve, reject }
}

async function propose(call: Call, world: FinanceWorld, wanted: ToClose) {
  const { tx, caller } = call
  const { month, note } = wanted
  const { items, accepted } = await passGate(call, world, wanted)
  const id = newId()
  const made = await tx.execute(
    `insert into finance_month_close (tenant_id, id, month, state, proposed_by, proposed_by_id, note, gate, carried)
     values ($1, $2, $3, 'proposed', $4, $5, $6, $7::jsonb, $8) on conflict do nothing`,
    [caller.tenantId, id, month, caller.displayName, caller.userId, note, JSON.stringify(items), accepted],
  )
  if (made === 0) throw new Refusal('finance.proposedAlready', { params: { day: month } })
  return { id, month, state: 'proposed' as const }
}

/** Freezes the balances of the month, and signs them together with the closing of its last day. */
async function closeNow(call: Call, world: FinanceWorld, wanted: ToClose) {
  const { tx, caller } = call
  const { tenantId } = caller
  const { month, note, proposal } = wanted
  const { items, accepted, trial } = await passGate(call, world, wanted)
  const row: SealedMonth = {
    id: proposal?.id ?? newId(),
    tenant_id: tenantId,
    month,
    proposed_by: proposal?.proposed_by ?? null,
    proposed_by_id: proposal?.proposed_by_id ?? null,
    closed_by: caller.displayName,
    closed_by_id: caller.userId,
    closed_at: world.clock.now(),
    note,
    gate: items,
    carried: accepted,
    trial_balance: frozenMonth(trial),
    last_day_root: await lastDayRoot(tx, tenantId, month),
    previous_root: await previousRoot(tx, tenantId, month),
  }
  await mustBeInUse(tx, tenantId, world.signer)
  const root = await writeMonth(tx, row, trial, world)
  const at = row.closed_at ?? world.clock.now()
  tx.afterCommit(() => world.outside?.append({ tenantId, kind: 'month', seq: placeOfMonth(month), root, at }))
  tx.afterCommit(() =>
    world.live?.publish({ tenantId, topic: 'finance.monthClose', stationId: null, data: { id: row.id, month } }),
  )
  return { id: row.id, month, state: 'closed' as const }
}

async function writeMonth(
  tx: Tx,
  row: SealedMonth,
  trial: readonly CodeOfDays[],
  { signer }: FinanceWorld,
): Promise<string> {
  const root = monthRoot(row)
  await tx.execute(
    `insert into finance_month_close as m (tenant_id, id, month, state, proposed_by, proposed_by_id, closed_by, closed_by_id, closed_at, note, gate,
       carried, trial_balance, debits_fen, credits_fen, last_day_root, previous_root, root, signature, key_id)
     values ($1, $2, $3, 'closed', $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12::jsonb, $13, $14, $15, $16, $17, $18, $19)
     on conflict (tenant_id, id) do update set state = 'closed', closed_by = excluded.closed_by, closed_by_id = excluded.closed_by_id,
       closed_at = excluded.closed_at, gate = excluded.gate, carried = excluded.carried, trial_balance = excluded.trial_balance,
       debits_fen = excluded.debits_fen, credits_fen = excluded.credits_fen, last_day_root = excluded.last_day_root,
       previous_root = excluded.previous_root, root = excluded.root, signature = excluded.signature, key_id = excluded.key_id,
       version = m.version + 1, updated_at = now()`,
    [
      row.tenant_id,
      row.id,
      row.month,
      row.proposed_by,
      row.proposed_by_id,
      row.closed_by,
      row.closed_by_id,
      new Date(row.closed_at ?? 0),
      row.note,
      JSON.stringify(row.gate),
      row.carried,
      JSON.stringify(row.trial_balance),
      sumFen(trial.map(one => one.debits_fen)).toString(),
      sumFen(trial.map(one => one.credits_fen)).toString(),
      row.last_day_root,
      row.previous_root,
      root,
      signer.sign(root, 'month close'),
      signer.keyId,
    ],
  )
  return root
}

/** @throws Refusal `finance.monthGateShut` when the last day of the month has no sealed closing */
async function lastDayRoot(tx: Tx, tenantId: string, month: string): Promise<string> {
  const [row] = await tx.query(
    { root: col.text.orNull },
    `select root from finance_day_close where tenant_id = $1 and day = $2 and kind = 'close' and state = 'sealed'`,
    [tenantId, daysOfMonth(month).last],
  )
  if (!row?.root) throw new Refusal('finance.monthGateShut', { params: { checks: daysOfMonth(month).last } })
  return row.root
}

async function previousRoot(tx: Tx, tenantId: string, month: string): Promise<string | null> {
  const [row] = await tx.query(
    { root: col.text.orNull },
    "select root from finance_month_close where tenant_id = $1 and state = 'closed' and month < $2 order by month desc limit 1",
    [tenantId, month],
  )
  return row?.root ?? null
}

async function monthRow(tx: Tx, tenantId: string, id: string): Promise<MonthRow> {
  const [row] = await tx.query(
    MONTH_ROW,
    `select ${MONTH_COLUMNS} from finance_month_close where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/**
 * Checks that the caller is another person than who proposed, and that the proposal is still one of somebody who may propose.
 * @throws Refusal `finance.needsSecondPerson`, `identity.samePerson`, `identity.askerGone`
 */
async function mustBeSecond({ tx, caller: { tenantId, userId } }: Call, { proposed_by_id }: MonthRow): Promise<void> {
  if (proposed_by_id === null) return
  if (proposed_by_id === userId) throw new Refusal('finance.needsSecondPerson')
  await mustBeTwoPeople(tx, proposed_by_id, userId)
  const proposer = { tenantId, userId: proposed_by_id }
  if (!(await stillMay(tx, proposer, 'finance.monthClose:close', async person => seesWholeTenant(person))))
    throw new Refusal('identity.askerGone', { status: 409 })
}

/** Returns rows of a frozen month with money as decimal text. */
export function monthOnTheWire(rows: ReturnType<typeof frozenMonth>) {
  const yuan = (text: string) => formatFen(BigInt(text) as Parameters<typeof formatFen>[0]) // fen by the row's own word
  return rows.map(row => ({ ...row, opening: yuan(row.opening), debits: yuan(row.debits), credits: yuan(row.credits) }))
}
