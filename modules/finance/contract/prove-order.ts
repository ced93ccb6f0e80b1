import {
  deriveEnergy,
  type EnergyLimits,
  type FinishedSession,
  finishSession,
  foldSession,
  type SessionFact,
} from '@wattyard/charging/contract'
import type { JournalView } from '@wattyard/ledger/contract'
import {
  type Energy,
  exactAmount,
  type Fen,
  formatEnergy,
  formatFen,
  formatExact,
  subFen,
  sumEnergy,
  sumFen,
  sumExact,
} from '@wattyard/money'
import { hashSnapshot, type PriceSnapshot } from '@wattyard/pricing/contract'
import type { TraceHold, TraceLine, TraceOrder } from './trace.ts'

/** Checks of the proof, from the pile's frames to the ledger. Each compares two values. */
export const PROOF_CHECKS = [
  'framesKept',
  'factsGiveEnergy',
  'snapshotIsTheOrders',
  'factsGiveLines',
  'linesAreExact',
  'linesGiveOrder',
  'orderIsPaid',
  'postingsGiveRevenue',
  'postingsGivePayment',
  'postingsGiveRefunds',
  'holdIsUsedUp',
] as const
export type ProofCheckName = (typeof PROOF_CHECKS)[number]

/**
 * `none`: there is nothing to prove yet, or a person has decided in place of a rule. `why` is a key below `finance.proof.why`.
 */
export interface ProofCheck {
  check: ProofCheckName
  result: 'ok' | 'wrong' | 'none'
  /** Values of the two sides of the equation, as decimal text. */
  left: string
  right: string
  unit: 'yuan' | 'kwh' | 'count' | 'text'
  why?: string
  /** Details of the differences. */
  differences?: readonly string[]
}

export interface ProofInput {
  order: TraceOrder
  facts: readonly SessionFact[]
  /** Ids of the stored frames that were found for the session. */
  frames: ReadonlySet<string>
  limits: EnergyLimits
  snapshot: PriceSnapshot | null
  lines: readonly TraceLine[]
  journals: readonly JournalView[]
  hold: TraceHold | null
  /** A person has set the energy, so it is not compared with the facts. */
  isByHand: boolean
}

/**
 * Proves one order from its facts to its postings (I-11, I-03, I-32, I-34). Pure function: the same rows always give the same
 * result. For an order that is not settled, the checks of money are `none`.
 */
export function proveOrder(input: ProofInput): ProofCheck[] {
  const isSettled = input.order.settledAt !== null && input.order.state !== 'abnormal'
  const finished = finish(input)
  const energyChecks = [proveFrames(input), proveEnergy(input, finished, isSettled)]
  if (!isSettled)
    return PROOF_CHECKS.map(check => energyChecks.find(one => one.check === check) ?? nothing(check, 'notSettled'))
  return [
    ...energyChecks,
    proveSnapshot(input),
    proveLines(input, finished),
    proveExactness(input),
    proveSum(input),
    provePaid(input),
    proveRevenue(input),
    provePayment(input),
    proveRefunds(input),
    proveHold(input),
  ]
}

const nothing = (check: ProofCheckName, why: string): ProofCheck => ({
  check,
  result: 'none',
  left: '',
  right: '',
  unit: 'text',
  why,
})

function compare(
  check: ProofCheckName,
  unit: ProofCheck['unit'],
  left: string,
  right: string,
  differences: readonly string[] = [],
): ProofCheck {
  const isWrong = left !== right || differences.length > 0
  return { check, result: isWrong ? 'wrong' : 'ok', left, right, unit, ...(differences.length ? { differences } : {}) }
}

const ofFen = (check: ProofCheckName, left: Fen, right: Fen, differences: readonly string[] = []) =>
  compare(check, 'yuan', formatFen(left), formatFen(right), differences)

/** Returns the session recomputed from its facts; null when there are none. */
function finish({ facts, limits, snapshot }: ProofInput): FinishedSession | null {
  if (!facts.some(fact => fact.kind !== 'connector-status')) return null
  const session = foldSession(facts)
  return snapshot === null
    ? { derived: deriveEnergy(session, limits), bill: null, estimate: null, isByPower: false }
    : finishSession(session, limits, snapshot)
}

/** Returns the recomputed bill. For a session that was not billable it is the estimate, which a person accepted. */
function billOf({ bill, estimate }: FinishedSession): FinishedSession['bill'] {
  return bill ?? estimate
}

function proveFrames({ facts, frames }: ProofInput): ProofCheck {
  const named = [...new Set(facts.map(fact => fact.frame))]
  const missing = named.filter(frame => !frames.has(frame))
  if (named.length === 0) return nothing('framesKept', 'noFacts')
  // Facts are kept for ever, frames only for their retention period.
  if (missing.length === named.length) return nothing('framesKept', 'framesGone')
  return compare('framesKept', 'count', String(named.length), String(named.length - missing.length), missing)
}

function proveEnergy(
  { order, isByHand }: ProofInput,
  finished: FinishedSession | null,
  isSettled: boolean,
): ProofCheck {
  if (finished === null) return nothing('factsGiveEnergy', 'noFacts')
  if (isByHand) return nothing('factsGiveEnergy', 'byHand')
  if (order.energy === null) return nothing('factsGiveEnergy', 'notSettled')
  // A billed order stores billed energy: metered energy at the scale of its policy. Other orders store metered energy.
  const billed = isSettled ? billOf(finished) : null
  const energy = billed?.energy ?? finished.derived.energy
  return compare('factsGiveEnergy', 'kwh', formatEnergy(energy), formatEnergy(order.energy))
}

function proveSnapshot({ order, snapshot, lines }: ProofInput): ProofCheck {
  if (lines.length === 0 && order.priceHash === null) return nothing('snapshotIsTheOrders', 'noLines')
  if (snapshot === null) return compare('snapshotIsTheOrders', 'text', '', order.priceHash ?? '', ['no snapshot'])
  return compare('snapshotIsTheOrders', 'text', hashSnapshot(snapshot), order.priceHash ?? '')
}

/** I-11: checks that the same facts with the same snapshot give the stored lines, column by column. */
function proveLines({ lines, isByHand }: ProofInput, finished: FinishedSession | null): ProofCheck {
  if (isByHand) return nothing('factsGiveLines', 'byHand')
  const bill = finished && billOf(finished)
  if (bill === null && lines.length === 0) return nothing('factsGiveLines', 'noLines')
  const stored = sumFen(lines.flatMap(line => [line.electricityFen, line.serviceFen]))
  if (bill === null) return compare('factsGiveLines', 'yuan', '', formatFen(stored), ['facts give no bill'])
  const differences: string[] = []
  for (let i = 0; i < Math.max(lines.length, bill.lines.length); i++)
    differences.push(...lineDifferences(i, bill.lines[i], lines[i]))
  return ofFen('factsGiveLines', bill.totalFen, stored, differences)
}

const LINE_KEYS = [
  'seq',
  'period',
  'from',
  'to',
  'energy',
  'electricityPrice',
  'servicePrice',
  'electricityExact',
  'serviceExact',
  'electricityFen',
  'serviceFen',
] as const satisfies readonly (keyof TraceLine)[]

function lineDifferences(index: number, made: TraceLine | undefined, stored: TraceLine | undefined): string[] {
  if (!made || !stored) return [`line ${index + 1}: ${made ? 'not stored' : 'not given by the facts'}`]
  return LINE_KEYS.filter(key => made[key] !== stored[key]).map(
    key => `line ${index + 1} ${key}: ${String(made[key])} / ${String(stored[key])}`,
  )
}

/** Checks that price × energy of each line is the stored integer of 1e-10 yuan, without rounding. */
function proveExactness({ lines }: ProofInput): ProofCheck {
  if (lines.length === 0) return nothing('linesAreExact', 'noLines')
  const exact = sumExact(
    lines.flatMap(line => [
      exactAmount(line.electricityPrice, line.energy),
      exactAmount(line.servicePrice, line.energy),
    ]),
  )
  const stored = sumExact(lines.flatMap(line => [line.electricityExact, line.serviceExact]))
  const differences = lines
    .filter(
      line =>
        line.electricityExact !== exactAmount(line.electricityPrice, line.energy) ||
        line.serviceExact !== exactAmount(line.servicePrice, line.energy),
    )
    .map(line => `line ${line.seq}`)
  return compare('linesAreExact', 'yuan', formatExact(exact), formatExact(stored), differences)
}

function proveSum({ lines, order }: ProofInput): ProofCheck {
  if (lines.length === 0 && order.total_fen === 0n) return nothing('linesGiveOrder', 'noLines')
  const electricity = sumFen(lines.map(line => line.electricityFen))
  const service = sumFen(lines.map(line => line.serviceFen))
  const energy: Energy = sumEnergy(lines.map(line => line.energy))
  const differences: string[] = []
  if (electricity !== order.electricity_fen)
    differences.push(`electricity: ${formatFen(electricity)} / ${formatFen(order.electricity_fen)}`)
  if (service !== order.service_fen)
    differences.push(`service: ${formatFen(service)} / ${formatFen(order.service_fen)}`)
  if (energy !== order.energy)
    differences.push(`energy: ${formatEnergy(energy)} / ${order.energy === null ? '' : formatEnergy(order.energy)}`)
  return ofFen(
    'linesGiveOrder',
    subFen(sumFen([electricity, service]), order.discount_fen),
    order.total_fen,
    differences,
  )
}

function provePaid({ order }: ProofInput): ProofCheck {
  const paid = sumFen([order.paidPrincipal_fen, order.paidGift_fen, order.receivable_fen])
  return ofFen('orderIsPaid', order.total_fen, paid)
}

/** Returns the journals that settled the order, and their reversals. */
function settlements(journals: readonly JournalView[]): JournalView[] {
  const settled = journals.filter(journal => journal.kind === 'settle')
  const ids = new Set(settled.map(journal => journal.id))
  return [...settled, ...journals.filter(journal => journal.reversesId !== null && ids.has(journal.reversesId))]
}

type Code = JournalView['postings'][number]['debit']['code']

/** Returns credits minus debits of the accounts in the journals. */
function moved(journals: readonly JournalView[], codes: readonly Code[]): Fen {
  return sumFen(
    journals.flatMap(journal =>
      journal.postings.flatMap(({ debit, credit, amount_fen }) => [
        ...(codes.includes(credit.code) ? [amount_fen] : []),
        ...(codes.includes(debit.code) ? [subFen(ZERO, amount_fen)] : []),
      ]),
    ),
  )
}
const ZERO = sumFen([])
const isReversed = ({ state }: TraceOrder): boolean => state === 'reversed'

/** Checks that both revenue accounts got the whole bill. Discounts are paid from the marketing cost account. */
function proveRevenue({ journals, order }: ProofInput): ProofCheck {
  const settled = settlements(journals)
  const electricity = moved(settled, ['electricity_revenue'])
  const service = moved(settled, ['service_revenue'])
  // An order with a reversed settlement has no revenue.
  const said = isReversed(order)
    ? { electricity: ZERO, service: ZERO }
    : { electricity: order.electricity_fen, service: order.service_fen }
  const differences: string[] = []
  if (electricity !== said.electricity)
    differences.push(`electricity: ${formatFen(electricity)} / ${formatFen(said.electricity)}`)
  if (service !== said.service) differences.push(`service: ${formatFen(service)} / ${formatFen(said.service)}`)
  const billed = sumFen([said.electricity, said.service])
  return ofFen('postingsGiveRevenue', sumFen([electricity, service]), billed, differences)
}

/** Accounts that pay an order, by the name in the order's row. A receivable without a known member is booked as unmatched. */
export const PAYING_ACCOUNTS = {
  principal: ['wallet_principal', 'wallet_frozen'],
  gift: ['wallet_gift', 'wallet_frozen_gift'],
  receivable: ['member_receivable', 'unmatched'],
  discount: ['marketing_cost'],
} as const satisfies Record<string, readonly Code[]>

/**
 * Checks that the accounts paid what the order states. Held money that was not used returns to the wallet in the same journal.
 */
function provePayment({ journals, order }: ProofInput): ProofCheck {
  const settled = settlements(journals)
  const said: Record<keyof typeof PAYING_ACCOUNTS, Fen> = isReversed(order)
    ? { principal: ZERO, gift: ZERO, receivable: ZERO, discount: ZERO }
    : {
        principal: order.paidPrincipal_fen,
        gift: order.paidGift_fen,
        receivable: order.receivable_fen,
        discount: order.discount_fen,
      }
  // Object.keys loses the key types; the table is closed.
  const parts = (Object.keys(PAYING_ACCOUNTS) as (keyof typeof PAYING_ACCOUNTS)[]).map(name => ({
    name,
    taken: subFen(ZERO, moved(settled, PAYING_ACCOUNTS[name])),
    said: said[name],
  }))
  const differences = parts
    .filter(part => part.taken !== part.said)
    .map(part => `${part.name}: ${formatFen(part.taken)} / ${formatFen(part.said)}`)
  const taken = sumFen(parts.map(part => part.taken))
  return ofFen('postingsGivePayment', taken, sumFen(parts.map(part => part.said)), differences)
}

function proveRefunds({ journals, order }: ProofInput): ProofCheck {
  const back = new Set(journals.map(journal => journal.reversesId))
  const refunds = journals.filter(journal => journal.kind === 'refund' && !back.has(journal.id))
  if (refunds.length === 0 && order.refunded_fen === 0n) return nothing('postingsGiveRefunds', 'noRefunds')
  return ofFen('postingsGiveRefunds', sumFen(refunds.map(journal => journal.amount_fen)), order.refunded_fen)
}

/** Checks that the whole hold left the held accounts again, used or released (I-32). */
function proveHold({ hold, journals }: ProofInput): ProofCheck {
  if (hold === null) return nothing('holdIsUsedUp', 'noHold')
  const held: readonly Code[] = ['wallet_frozen', 'wallet_frozen_gift']
  const into = sumOf(journals, posting => held.includes(posting.credit.code))
  const out = sumOf(journals, posting => held.includes(posting.debit.code))
  const differences = hold.state === 'open' ? ['still open'] : []
  const said = sumFen([hold.principal_fen, hold.gift_fen])
  if (into !== said) differences.push(`held: ${formatFen(into)} / ${formatFen(said)}`)
  return ofFen('holdIsUsedUp', into, out, differences)
}

function sumOf(journals: readonly JournalView[], wanted: (posting: JournalView['postings'][number]) => boolean): Fen {
  return sumFen(journals.flatMap(journal => journal.postings.filter(wanted).map(posting => posting.amount_fen)))
}
