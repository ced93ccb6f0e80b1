import { type OrderFigures, orderFigures } from '@wattyard/charging/server'
import { countSettlements, movesOfSources, type SourceMoves } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import { PAYING_ACCOUNTS } from '../../contract/index.ts'
import { ORDER_SOURCE } from '../bill/read-bills.ts'

/** Orders of one read. */
const PAGE = 2_000
/** Most findings reported. */
const MAX_FINDINGS = 100

export interface OrderFinding {
  check: 'orderLines' | 'orderLedger' | 'orderPayer' | 'orderMissing'
  /** The order. */
  id: string
  detail: string
}

export interface OrdersVerification {
  ok: boolean
  orders: number
  findings: OrderFinding[]
}

/** Compares every order of a tenant with its lines and with the ledger's movements, to the fen. */
export async function verifyOrders(tx: Tx, tenantId: string): Promise<OrdersVerification> {
  const findings: OrderFinding[] = []
  let orders = 0
  let settlements = 0
  for (let after: string | null = null; ; ) {
    const page: OrderFigures[] = await orderFigures(tx, { tenantId, after, limit: PAGE })
    const moves = await movesOfSources(tx, { tenantId, sourceType: ORDER_SOURCE, ids: page.map(({ id }) => id) })
    for (const order of page) {
      const moved = moves.get(order.id)
      settlements += moved?.settled ?? 0
      findings.push(...lineFindings(order), ...ledgerFindings(order, moved), ...payerFindings(order, moved))
    }
    orders += page.length
    after = page.at(-1)?.id ?? null
    if (page.length < PAGE) break
  }
  const all = await countSettlements(tx, tenantId, ORDER_SOURCE)
  if (all !== settlements)
    findings.push({
      check: 'orderMissing',
      id: '',
      detail: `${all - settlements} settlements name orders that are not there`,
    })
  return { ok: findings.length === 0, orders, findings: findings.slice(0, MAX_FINDINGS) }
}

const isBilled = ({ state }: OrderFigures): boolean => state === 'settled' || state === 'reversed'

function lineFindings(order: OrderFigures): OrderFinding[] {
  if (!isBilled(order)) return []
  const pairs = [
    ['electricity', order.line_electricity_fen, order.electricity_fen],
    ['service', order.line_service_fen, order.service_fen],
    ['energy', order.line_energy, order.energy ?? 0n],
    ['lines that are not price × energy', BigInt(order.inexact), 0n],
  ] as const
  return differing(order, 'orderLines', pairs)
}

/** Returns findings of the ledger: a settled order has moved exactly its amounts, any other order nothing. */
function ledgerFindings(order: OrderFigures, moved: SourceMoves | undefined): OrderFinding[] {
  const isSettled = order.state === 'settled'
  const of = (codes: readonly string[]) => codes.reduce((sum, code) => sum + (moved?.moves[code] ?? 0n), 0n)
  const said = (amount: bigint) => (isSettled ? amount : 0n)
  return differing(order, 'orderLedger', [
    ['electricity', of(['electricity_revenue']), said(order.electricity_fen)],
    ['service', of(['service_revenue']), said(order.service_fen)],
    ['principal', -of(PAYING_ACCOUNTS.principal), said(order.paid_principal_fen)],
    ['gift', -of(PAYING_ACCOUNTS.gift), said(order.paid_gift_fen)],
    ['receivable', -of(PAYING_ACCOUNTS.receivable), said(order.receivable_fen)],
    ['discount', -of(PAYING_ACCOUNTS.discount), said(order.discount_fen)],
    ['refunded', moved?.refunded_fen ?? 0n, order.refunded_fen],
    ['settlements', isBilled(order) && !isFree(order) && !moved?.settled ? 0n : 1n, 1n],
  ])
}

/** Returns findings of payers: only the order's member's money may have moved, because refunds go to that member. */
function payerFindings({ id, state, member_id }: OrderFigures, moved: SourceMoves | undefined): OrderFinding[] {
  const others = moved?.memberIds.filter(memberId => memberId !== member_id) ?? []
  if (others.length === 0) return []
  const detail = `${state}: names member ${member_id ?? 'none'}, money of ${others.join(', ')} moved`
  return [{ check: 'orderPayer', id, detail }]
}

/** An order that cost nothing has nothing to post. */
const isFree = (order: OrderFigures): boolean => order.electricity_fen + order.service_fen === 0n

function differing(
  { id, state }: OrderFigures,
  check: OrderFinding['check'],
  pairs: readonly (readonly [name: string, made: bigint, said: bigint])[],
): OrderFinding[] {
  const wrong = pairs.filter(([, made, said]) => made !== said)
  if (wrong.length === 0) return []
  return [
    { check, id, detail: `${state}: ${wrong.map(([name, made, said]) => `${name} ${made} / ${said}`).join(', ')}` },
  ]
}
