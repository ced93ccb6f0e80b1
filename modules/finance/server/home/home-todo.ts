import { formatFen } from '@wattyard/money'
import { stationsBeingBuilt } from '@wattyard/assets/server'
import { firstOrdersAt, openCasesByRule } from '@wattyard/charging/server'
import { waitingPiles } from '@wattyard/gateway/server'
import { booksOf } from '@wattyard/ledger/server'
import { approvalsFor } from '@wattyard/platform/server'
import { openPayouts, waitingRefunds } from '@wattyard/payments/server'
import { missingFilesByChannel, openDifferences } from '@wattyard/reconciliation/server'
import { waitingDrafts } from '@wattyard/pricing/server'
import { type Caller, may, type ResourceIndex, seesWholeTenant, type Tx } from '@wattyard/server-kit'
import { addDays, type BusinessDay, businessDay, businessDayOf, DAY_MS } from '@wattyard/time'
import { daysOfMonth, type Todo } from '../../contract/index.ts'
import { deviceTodos } from './device-todos.ts'
import { daysToClose, proposedClosings } from './money-figures.ts'
import { nextMonthToClose } from '../month/month-facts.ts'
import { tenantOf } from '../ports.ts'

const RANK = { critical: 0, warning: 1, notice: 2 } as const

/** Returns the problems and tasks that the caller may see, by severity, then oldest first. */
export async function todosOf(tx: Tx, caller: Caller, now: number, index: ResourceIndex): Promise<Todo[]> {
  const lists = [
    await abnormalTodos(tx, caller),
    await deviceTodos(tx, caller, now),
    await unopenedTodos(tx, caller, now),
    await moneyTodos(tx, caller, now),
    await approvalTodos(tx, caller, index),
    await refundTodos(tx, caller),
    await payOutTodos(tx, caller),
    await reconciliationTodos(tx, caller, now),
    await waitingTodos(tx, caller, now),
  ]
  return lists.flat().toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || (a.since ?? now) - (b.since ?? now))
}

async function abnormalTodos(tx: Tx, caller: Caller): Promise<Todo[]> {
  if (!may(caller, 'charging.abnormal:read')) return []
  const cases = await openCasesByRule(tx, { tenantId: caller.tenantId, scope: caller.scope })
  return cases.map(one => ({
    kind: 'abnormal',
    severity: one.severity,
    count: one.orders,
    since: one.oldest,
    subject: one.code,
    ...(one.estimate_fen > 0n ? { amount: formatFen(one.estimate_fen) } : {}),
    examples: [],
    held: one.held,
    link: {
      path: '/cwdata2/errOrderDetail',
      query: { 'f.state': 'open', 'f.severity': one.severity, 'f.code': one.code },
    },
  }))
}

/** Most names under one item; the link leads to all. */
const MAX_EXAMPLES = 3

/**
 * Returns stations that charge though nobody has opened them. They count as out of use in every list and share of time, so that
 * their orders are the first to be missed.
 */
async function unopenedTodos(tx: Tx, caller: Caller, now: number): Promise<Todo[]> {
  if (!may(caller, 'assets.station:open')) return []
  const built = await stationsBeingBuilt(tx, caller)
  const stationIds = built.map(({ id }) => id)
  const first = await firstOrdersAt(tx, { tenantId: caller.tenantId, stationIds, since: now - DAY_MS })
  const charging = built.filter(({ id }) => first.has(id))
  if (charging.length === 0) return []
  const [only, ...others] = charging
  return [
    {
      kind: 'unopened',
      severity: 'notice',
      count: charging.length,
      since: Math.min(...first.values()),
      subject: null,
      examples: charging.slice(0, MAX_EXAMPLES).map(({ name }) => name),
      link: {
        path: '/device/station',
        query: only && others.length === 0 ? { open: only.id } : { 'f.status': 'building' },
      },
    },
  ]
}

async function moneyTodos(tx: Tx, caller: Caller, now: number): Promise<Todo[]> {
  if (!may(caller, 'finance.dayClose:read') || !seesWholeTenant(caller)) return []
  const { zone } = await tenantOf(tx, caller.tenantId)
  const yesterday = addDays(businessDayOf(now, zone), -1)
  const { count: open, next } = await daysToClose(tx, caller.tenantId, yesterday)
  const todos: Todo[] = []
  if (next !== null && open > 0)
    todos.push({
      kind: 'dayClose',
      severity: open > 3 ? 'warning' : 'notice',
      count: open,
      since: null,
      subject: businessDay(next),
      examples: [],
      link: { path: '/cwdata4/dailyBill', query: { 'f.day.from': next, 'f.day.to': yesterday } },
    })
  const proposed = await proposedClosings(tx, caller.tenantId)
  if (proposed > 0 && may(caller, 'finance.dayClose:approve'))
    todos.push({
      kind: 'approveClose',
      severity: 'notice',
      count: proposed,
      since: null,
      subject: null,
      examples: [],
      link: { path: '/cwdata4/dailyBill', query: {} },
    })
  todos.push(...(await monthTodos(tx, caller, yesterday)))
  return todos
}

/** Returns the month that waits to be closed now that all its days are. */
async function monthTodos(tx: Tx, caller: Caller, yesterday: BusinessDay): Promise<Todo[]> {
  if (!may(caller, 'finance.monthClose:read')) return []
  const month = await nextMonthToClose(tx, caller.tenantId)
  const { closedUntil } = await booksOf(tx, caller.tenantId)
  if (month === null || closedUntil === null) return []
  const { last } = daysOfMonth(month)
  if (last > yesterday || closedUntil < last) return []
  return [
    {
      kind: 'monthClose',
      severity: 'notice',
      count: 1,
      since: null,
      subject: month,
      examples: [],
      link: { path: '/cwdata4/dailyBill', query: { do: 'months' } },
    },
  ]
}

/** Returns the money requests that this person can approve; the home page itself opens the list. */
async function approvalTodos(tx: Tx, caller: Caller, index: ResourceIndex): Promise<Todo[]> {
  const { count, oldest, subjects } = await approvalsFor(tx, caller, index)
  if (count === 0) return []
  return [
    {
      kind: 'approval',
      severity: 'warning',
      count,
      since: oldest,
      subject: null,
      examples: [...subjects],
      link: { path: '/home', query: { approvals: '1' } },
    },
  ]
}

/** Returns the refunds that wait for this person's decision. Money of members is of no station. */
async function refundTodos(tx: Tx, caller: Caller): Promise<Todo[]> {
  if (!may(caller, 'payments.refund:approve') || !seesWholeTenant(caller)) return []
  const { count, oldest, amount } = await waitingRefunds(tx, caller)
  if (count === 0) return []
  return [
    {
      kind: 'refund',
      severity: 'warning',
      count,
      since: oldest,
      subject: null,
      amount: formatFen(amount),
      examples: [],
      link: { path: '/wallet/refundBill', query: { 'f.state': 'requested' } },
    },
  ]
}

/** Returns money of members that was granted and waits for somebody to pay it, and what could not be paid. */
async function payOutTodos(tx: Tx, caller: Caller): Promise<Todo[]> {
  if (!may(caller, 'payments.refundPart:payOut') || !seesWholeTenant(caller)) return []
  const { waiting, failed, abnormal, unheard } = await openPayouts(tx, caller.tenantId)
  const kinds = [
    { kind: 'payOut', severity: 'notice', state: 'waiting', open: waiting },
    { kind: 'payOutFailed', severity: 'warning', state: 'failed', open: failed },
    { kind: 'payOutStuck', severity: 'warning', state: 'abnormal', open: abnormal },
    // Their state may be any of these; which they are is said by each of them.
    { kind: 'payOutUnheard', severity: 'warning', state: 'accepted,unclear,abnormal', open: unheard },
  ] as const
  return kinds.flatMap(({ kind, severity, state, open: { count, oldest, amount } }) =>
    count === 0
      ? []
      : {
          kind,
          severity,
          count,
          since: oldest,
          subject: null,
          amount: formatFen(amount),
          examples: [],
          link: { path: '/wallet/refundBill', query: { part: 'payouts', 'f.state': state } },
        },
  )
}

/** Days of which missing files are told: those that the strip of a channel shows, of which today is none yet. */
const FILE_DAYS = 13
const RECONCILIATION = '/cwdata4/TradeNBill'

/** Returns differences with channels that nobody has ended, and days of the last two weeks whose bills are not there. */
async function reconciliationTodos(tx: Tx, caller: Caller, now: number): Promise<Todo[]> {
  if (!seesWholeTenant(caller)) return []
  const { tenantId } = caller
  const todos: Todo[] = []
  if (may(caller, 'reconciliation.outcome:remedy')) {
    const { count, oldest, amount } = await openDifferences(tx, tenantId)
    if (count > 0)
      todos.push({
        kind: 'difference',
        severity: 'warning',
        count,
        since: oldest,
        subject: null,
        amount: formatFen(amount),
        examples: [],
        link: { path: RECONCILIATION, query: { part: 'results', 'f.standing': 'difference' } },
      })
  }
  if (may(caller, 'reconciliation.file:create')) {
    const { zone } = await tenantOf(tx, tenantId)
    const to = addDays(businessDayOf(now, zone), -1)
    const missing = await missingFilesByChannel(tx, tenantId, { from: addDays(to, 1 - FILE_DAYS), to, now })
    const [most] = [...missing].toSorted((a, b) => b[1] - a[1])
    const count = [...missing.values()].reduce((sum, days) => sum + days, 0)
    if (most)
      todos.push({
        kind: 'channelFile',
        severity: 'notice',
        count,
        since: null,
        subject: null,
        examples: [],
        link: { path: RECONCILIATION, query: { part: 'results', 'f.channel': most[0] } },
      })
  }
  return todos
}

async function waitingTodos(tx: Tx, caller: Caller, now: number): Promise<Todo[]> {
  const todos: Todo[] = []
  const add = (
    kind: 'draft' | 'pendingPile',
    { count, oldest }: { count: number; oldest: number | null },
    path: string,
    query = {},
  ) => {
    if (count > 0)
      todos.push({ kind, severity: 'notice', count, since: oldest, subject: null, examples: [], link: { path, query } })
  }
  if (may(caller, 'pricing.version:publish'))
    add('draft', await waitingDrafts(tx, caller, now), '/pricePollcy/operPrice')
  // A pile without a station concerns everybody.
  if (may(caller, 'gateway.pendingPile:approve') && seesWholeTenant(caller))
    add('pendingPile', await waitingPiles(tx, caller.tenantId), '/device/devicePole', { pending: '1' })
  return todos
}
