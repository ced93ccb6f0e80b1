import { formatEnergy, formatFen, sumFen } from '@wattyard/money'
import { IN_SERVICE, sumOfLives } from '@wattyard/assets/contract'
import { countLives } from '@wattyard/assets/server'
import { type DayFigures, figuresOfDay, openCasesByRule, runningNow } from '@wattyard/charging/server'
import { waitingPiles } from '@wattyard/gateway/server'
import { waitingDrafts } from '@wattyard/pricing/server'
import { type Caller, may, seesWholeTenant, type Tx, col } from '@wattyard/server-kit'
import { addDays, businessDayOf, dayRange } from '@wattyard/time'
import type { Figure } from '../../contract/index.ts'
import { tenantOf } from '../ports.ts'
import { cacheFor } from './cache-for.ts'

interface Question {
  tx: Tx
  caller: Caller
  now: number
}

/** Returns today's figures, each with its instant and the link to its rows. Figures that the caller may not read are left out. */
export async function todayFigures(tx: Tx, caller: Caller, now: number): Promise<Figure[]> {
  const question = { tx, caller, now }
  const orders = may(caller, 'charging.order:read')
    ? [...(await moneyFigures(question)), ...(await runningFigures(question))]
    : []
  const piles = may(caller, 'assets.pile:read') ? await pileFigures(question) : []
  return [...orders, ...piles, ...(await workFigures(question))]
}

const keptFigures = cacheFor<DayFigures & { asOf: number }>()
/** Many screens poll every few seconds; today's sums are computed once for all of them. */
const TODAY_KEPT_MS = 3_000
const PAST_KEPT_MS = 60_000

async function moneyFigures({ tx, caller, now }: Question): Promise<Figure[]> {
  const { zone } = await tenantOf(tx, caller.tenantId)
  const today = businessDayOf(now, zone)
  const intoDay = now - dayRange(today, zone).from
  const part = { tenantId: caller.tenantId, scope: caller.scope }
  const figuresAgo = (days: number) => {
    const day = addDays(today, -days)
    return keptFigures(`${JSON.stringify(part)} ${day}`, {
      now,
      forMs: days === 0 ? TODAY_KEPT_MS : PAST_KEPT_MS,
      make: async () => ({
        ...(await figuresOfDay(tx, part, day, dayRange(day, zone).from + intoDay)),
        asOf: now,
      }),
    })
  }
  const [is, yesterday, lastWeek] = [await figuresAgo(0), await figuresAgo(1), await figuresAgo(7)]
  const link = { path: '/cwdata2/orderDeatil', query: { 'f.bookedOn.from': today, 'f.bookedOn.to': today } }
  const figure = (key: string, unit: Figure['unit'], pick: (of: typeof is) => string | number): Figure => ({
    key,
    unit,
    value: pick(is),
    yesterday: pick(yesterday),
    lastWeek: pick(lastWeek),
    asOf: is.asOf,
    link,
  })
  return [
    figure('energy', 'kwh', of => formatEnergy(of.energy)),
    figure('revenue', 'yuan', of => formatFen(sumFen([of.electricity_fen, of.service_fen]))),
    figure('electricity', 'yuan', of => formatFen(of.electricity_fen)),
    figure('service', 'yuan', of => formatFen(of.service_fen)),
    figure('orders', 'count', of => of.orders),
  ]
}

async function runningFigures({ tx, caller, now }: Question): Promise<Figure[]> {
  const running = await runningNow(tx, { tenantId: caller.tenantId, scope: caller.scope }, now)
  const link = { path: '/znyy/orderMonitoring', query: {} }
  return [
    { key: 'charging', value: running.sessions, unit: 'count', asOf: now, link },
    { key: 'power', value: running.power_w, unit: 'watt', silent: running.silent, asOf: now, link },
  ]
}

/** Piles by live status. What counts neither as fault nor as offline is named too, with the way to its rows. */
async function pileFigures({ tx, caller, now }: Question): Promise<Figure[]> {
  const counts = await countLives(tx, caller)
  const figure = (key: string, value: number, path: string, query: Record<string, string>): Figure => ({
    key,
    value,
    unit: 'count',
    asOf: now,
    link: { path, query },
  })
  const list = '/device/devicePole'
  const wall = '/device/deviceView'
  return [
    figure('piles', sumOfLives(counts, IN_SERVICE), list, { 'f.live': IN_SERVICE.join(',') }),
    figure('faults', counts.fault ?? 0, wall, { state: 'fault' }),
    figure('offline', counts.offline ?? 0, wall, { state: 'offline' }),
    figure('never', counts.never ?? 0, list, { 'f.live': 'never' }),
    figure('out', counts.out ?? 0, list, { 'f.live': 'out' }),
  ]
}

async function workFigures({ tx, caller, now }: Question): Promise<Figure[]> {
  const figures: Figure[] = []
  if (may(caller, 'charging.abnormal:read')) {
    const cases = await openCasesByRule(tx, { tenantId: caller.tenantId, scope: caller.scope })
    figures.push({
      key: 'abnormal',
      value: cases.reduce((sum, one) => sum + one.count, 0),
      unit: 'count',
      asOf: now,
      link: { path: '/cwdata2/errOrderDetail', query: { 'f.state': 'open' } },
    })
  }
  const waiting = await approvals(tx, caller, now)
  if (waiting !== null)
    figures.push({
      key: 'approvals',
      value: waiting,
      unit: 'count',
      asOf: now,
      link: { path: '/cwdata4/dailyBill', query: {} },
    })
  return figures
}

/** Returns the number of items that the caller can approve; null when the caller can approve nothing. */
async function approvals(tx: Tx, caller: Caller, now: number): Promise<number | null> {
  const counts: number[] = []
  if (may(caller, 'pricing.version:publish')) counts.push((await waitingDrafts(tx, caller, now)).count)
  if (may(caller, 'gateway.pendingPile:approve') && seesWholeTenant(caller))
    counts.push((await waitingPiles(tx, caller.tenantId)).count)
  if (may(caller, 'finance.dayClose:approve') && seesWholeTenant(caller))
    counts.push(await proposedClosings(tx, caller.tenantId))
  return counts.length ? counts.reduce((sum, count) => sum + count, 0) : null
}

export async function proposedClosings(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from finance_day_close where tenant_id = $1 and state = 'proposed'`,
    [tenantId],
  )
  return Number(row?.count ?? 0n)
}
