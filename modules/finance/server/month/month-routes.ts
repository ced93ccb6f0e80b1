import { formatFen, sumFen } from '@wattyard/money'
import { accountTitles, turnover, type TurnoverRow } from '@wattyard/ledger/server'
import { settingOf } from '@wattyard/platform/server'
import type { SheetLine } from '@wattyard/resource'
import { type AccountCode, type AccountTitle } from '@wattyard/ledger/contract'
import {
  col,
  invalid,
  mustSeeWholeTenant,
  Refusal,
  type Route,
  route,
  sendSheet,
  serveCall,
  type Tx,
} from '@wattyard/server-kit'
import { addDays, type BusinessDay, businessDay, businessDayOf, daysBetween } from '@wattyard/time'
import { judgeMonth, MAX_VOUCHER_DAYS, monthCloseGate, voucherQuery } from '../../contract/index.ts'
import { type FinanceWorld, tenantOf } from '../ports.ts'
import type { FrozenTrialRow } from '../rows.ts'
import { dayCloseFourEyes } from '../settings.ts'
import { monthFacts, nextMonthToClose } from './month-facts.ts'
import { type VoucherLine, voucherLines } from './vouchers.ts'

/** Serves the state of a month before closing. */
function gate(world: FinanceWorld): Route {
  return serveCall(monthCloseGate, {
    work: 'read',
    async handle({ tx, caller: { tenantId }, input }) {
      const { zone } = await tenantOf(tx, tenantId)
      const now = world.clock.now()
      const nextMonth = await nextMonthToClose(tx, tenantId)
      const month = input.month ?? nextMonth ?? businessDayOf(now, zone).slice(0, 7)
      const { facts, trial } = await monthFacts(tx, { tenantId, zone, month, now })
      return {
        month,
        nextMonth,
        gate: judgeMonth(facts),
        fourEyes: await settingOf(tx, dayCloseFourEyes, tenantId),
        debits: formatFen(sumFen(trial.map(row => row.debits_fen))),
        credits: formatFen(sumFen(trial.map(row => row.credits_fen))),
        asOf: now,
      }
    },
  })
}

/** Serves the vouchers of closed days as a file for accounting software: one voucher a day, one line per account and side. */
function vouchers(): Route {
  return route({
    method: 'GET',
    path: '/api/finance/voucher/export',
    access: 'finance.dayClose:export',
    wholeTenant: true,
    input: voucherQuery,
    work: 'raw',
    summary: 'vouchers of closed days, for accounting software',
    async handle({ db, caller, input, reply, translate, language }) {
      if (!caller) throw new Error('an export needs a caller')
      mustSeeWholeTenant(caller)
      const { from, to } = mustFit(input)
      const say = (key: string) => translate(language, key)
      const { moves, titles, journals, zone } = await db.tenant(
        caller.tenantId,
        tx => readVouchers(tx, caller.tenantId, { from, to }),
        { readOnly: true, snapshot: true },
      )
      const lines = voucherLines(moves, titles, input.sides)
      const file = {
        title: `${say('finance.voucher.nouns')} ${from} ${to}`,
        zone,
        total: lines.length,
        format: input.format,
      }
      await sendSheet(reply, file, sheetOf(lines, { titles, journals, say }))
      return undefined
    },
  })
}

/** @throws Refusal on `to` when the days are in the wrong order or too many */
function mustFit(input: { from: string; to: string }) {
  const [from, to] = [businessDay(input.from), businessDay(input.to)]
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ to: { key: 'ledger.error.daysReversed' } })
  if (days > MAX_VOUCHER_DAYS)
    throw invalid({ to: { key: 'finance.error.tooManyDays', params: { max: MAX_VOUCHER_DAYS } } })
  return { from, to }
}

interface Span {
  readonly from: BusinessDay
  readonly to: BusinessDay
}

/**
 * Reads the movements of closed days by account code, and proves that they are what the closings sealed.
 * @throws Refusal `finance.voucherDayOpen` for days that are not sealed, `finance.voucherDiffers` when the books are not as sealed
 */
async function readVouchers(tx: Tx, tenantId: string, { from, to }: Span) {
  const { zone } = await tenantOf(tx, tenantId)
  const seals = await tx.query(
    { day: col.day, journals: col.integer, trial_balance: col.json<FrozenTrialRow[]>() },
    `select day, journals, trial_balance from finance_day_close
     where tenant_id = $1 and kind = 'close' and state = 'sealed' and day between $2 and $3 order by day`,
    [tenantId, addDays(from, -1), to],
  )
  const sealed = new Set<string>(seals.map(seal => seal.day))
  const moves = await turnover(tx, { tenantId, from, to })
  const openDay = [to, ...moves.map(move => move.day)].find(day => !sealed.has(day))
  if (openDay !== undefined) throw new Refusal('finance.voucherDayOpen', { params: { day: openDay } })
  const before = await sealedBefore(tx, tenantId, from)
  const last = seals.at(-1)
  if (!last || differs(moves, before, last.trial_balance)) throw new Refusal('finance.voucherDiffers')
  return {
    zone,
    moves,
    titles: await accountTitles(tx, tenantId),
    journals: new Map<string, number>(seals.map(seal => [seal.day, seal.journals])),
  }
}

/** Returns the sealed balances before a day; none before the first closing. */
async function sealedBefore(tx: Tx, tenantId: string, day: BusinessDay): Promise<readonly FrozenTrialRow[]> {
  const [row] = await tx.query(
    { trial_balance: col.json<FrozenTrialRow[]>() },
    `select trial_balance from finance_day_close
     where tenant_id = $1 and kind = 'close' and state = 'sealed' and day < $2 order by day desc limit 1`,
    [tenantId, day],
  )
  return row?.trial_balance ?? []
}

/** Whether the sealed balances after some days are not those before with the movements of the days. */
function differs(
  moves: readonly TurnoverRow[],
  before: readonly FrozenTrialRow[],
  after: readonly FrozenTrialRow[],
): boolean {
  const sums = new Map<string, { debits: bigint; credits: bigint }>()
  const add = (code: string, currency: string, debits: bigint, credits: bigint): void => {
    const key = `${code} ${currency}`
    const sum = sums.get(key) ?? { debits: 0n, credits: 0n }
    sums.set(key, { debits: sum.debits + debits, credits: sum.credits + credits })
  }
  for (const row of before) add(row.code, row.currency, BigInt(row.debits), BigInt(row.credits))
  for (const move of moves) add(move.code, move.currency, move.debits_fen, move.credits_fen)
  for (const row of after) add(row.code, row.currency, -BigInt(row.debits), -BigInt(row.credits))
  return [...sums.values()].some(({ debits, credits }) => debits !== 0n || credits !== 0n)
}

interface SheetWords {
  readonly titles: Readonly<Record<AccountCode, AccountTitle>>
  /** Journals of each day, which a voucher names as its attachments. */
  readonly journals: ReadonlyMap<string, number>
  readonly say: (key: string) => string
}

const COLUMNS = [
  'day',
  'word',
  'voucher',
  'attachments',
  'summary',
  'number',
  'name',
  'debit',
  'credit',
  'currency',
] as const

// oxlint-disable-next-line require-await -- a spreadsheet is written from an async iterable
async function* sheetOf(
  lines: readonly VoucherLine[],
  { titles, journals, say }: SheetWords,
): AsyncGenerator<SheetLine> {
  yield COLUMNS.map(key => say(`finance.voucher.${key}`))
  const nameOf = (codes: readonly AccountCode[]): string => {
    const own = codes.map(code => titles[code].name).find(name => name !== null)
    return own ?? say(`ledger.account.codeValue.${codes[0] ?? 'bank'}`)
  }
  for (const line of lines) {
    const money = (amount: bigint, text: string) => ({ text: amount === 0n ? '' : text, as: 'number' as const })
    yield [
      { text: line.day, as: 'day' as const },
      say('finance.voucher.wordValue'),
      line.voucher,
      journals.get(line.day) ?? 0,
      `${line.day} ${say('finance.voucher.summaryValue')}`,
      { text: line.number, as: 'text' as const },
      nameOf(line.codes),
      money(line.debit_fen, formatFen(line.debit_fen)),
      money(line.credit_fen, formatFen(line.credit_fen)),
      'CNY',
    ]
  }
}

/** Returns the routes of closed months and of vouchers. */
export const monthRoutes = (world: FinanceWorld): Route[] => [gate(world), vouchers()]
