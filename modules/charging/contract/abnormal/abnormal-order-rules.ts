import { formatEnergy, formatFen, sumFen, ZERO_ENERGY } from '@wattyard/money'
import type { AbnormalInput, AbnormalRule, ActiveOrder, Evidence } from './abnormal-rule.ts'
import { instantText } from './evidence-text.ts'
import { isActive } from '../order-state.ts'
import { startOf, stopOf } from '../session/session-view.ts'

/** Fraud detector of trust 5.8: cancelled orders of one member within the window (numbers are ours). */
export const MANY_CANCELS = 3
export const CANCEL_WINDOW_MS = 600_000
/** 卡秒: longest time between start and stop of a session that only releases the plug or avoids the minimum fee (F-41). */
export const INSTANT_STOP_MS = 1_000

/** Rules about the order, its payer and its money: … …. */
export const ORDER_RULES: readonly AbnormalRule[] = [
  {
    id: 'A-15',
    code: 'price-differs',
    kind: 'price',
    severity: 'critical',
    source: 'I-10: the running order keeps its start snapshot',
    remedies: ['correct-price', 'adjust-bill'],
    blocks: true,
    find: ({ order: { snapshotHash, billedSnapshotHash } }) =>
      snapshotHash === null || billedSnapshotHash === null || snapshotHash === billedSnapshotHash
        ? null
        : { snapshot: snapshotHash, billed: billedSnapshotHash },
  },
  {
    id: 'A-17',
    code: 'amount-over-limit',
    kind: 'payment',
    severity: 'warning',
    source: 'charging-business practice: amount > balance + limit',
    remedies: ['collect-receivable', 'block-member'],
    blocks: false,
    find: ({ bill, cover }) => {
      if (bill === null || cover === null) return null
      const limit = sumFen([cover.funds, cover.creditLimit])
      return bill.totalFen <= limit ? null : { amount: formatFen(bill.totalFen), limit: formatFen(limit) }
    },
  },
  duplicateRule('A-18', 'duplicate-connector', 'connectorId', 'I-30: one open order per connector'),
  duplicateRule('A-19', 'duplicate-member', 'memberId', 'I-30: one open order per member (policy)'),
  duplicateRule('A-20', 'duplicate-tag', 'tag', 'one tag, two piles: a copied card'),
  duplicateRule('A-21', 'duplicate-vehicle', 'vin', 'one car cannot charge twice'),
  {
    id: 'A-22',
    code: 'many-cancels',
    kind: 'conduct',
    severity: 'warning',
    source: 'trust 5.8 (n cancels in m minutes; 3 in 10 is our decision)',
    remedies: ['block-member', 'wait'],
    blocks: false,
    find: ({ cancelledAt, now }) => {
      const recent = cancelledAt.filter(at => at > now - CANCEL_WINDOW_MS && at <= now)
      return recent.length < MANY_CANCELS
        ? null
        : { cancels: String(recent.length), last_at: instantText(Math.max(...recent)) }
    },
  },
  {
    id: 'A-23',
    code: 'instant-stop',
    kind: 'conduct',
    severity: 'warning',
    source: 'trust F-41 卡秒 (1 s)',
    remedies: ['block-member', 'wait'],
    blocks: false,
    find: ({ session }) => {
      const start = session === null ? null : startOf(session)
      const stop = session === null ? null : stopOf(session)
      if (start === null || stop === null) return null
      const duration = stop.at - start.at
      return duration < 0 || duration > INSTANT_STOP_MS ? null : { duration_ms: String(duration) }
    },
  },
  {
    id: 'A-28',
    code: 'member-missing',
    kind: 'payment',
    severity: 'critical',
    source: 'SAP in-error list: missing user',
    remedies: ['assign-member', 'waive'],
    blocks: true,
    find: ({ order, session }) =>
      hasEnded(session) && order.memberId === null ? { tag: order.tag ?? '', vin: order.vin ?? '' } : null,
  },
  {
    id: 'A-29',
    code: 'price-missing',
    kind: 'price',
    severity: 'critical',
    source: 'SAP in-error list: missing price; YKC: without a confirmed model a pile must not charge',
    remedies: ['correct-price', 'waive'],
    blocks: true,
    find: ({ order, session }) =>
      session !== null && order.snapshotHash === null ? { session: session.sessionId } : null,
  },
  {
    id: 'A-30',
    code: 'bill-missing',
    kind: 'payment',
    severity: 'critical',
    source: 'SAP in-error list: no billing data',
    remedies: ['settle-by-hand'],
    blocks: true,
    // A comparison exists only for a posted bill. Facts that no longer give a bill are another finding.
    find: ({ order, bill, comparison }) =>
      order.state === 'settled' && bill === null && comparison === null ? { order: order.id } : null,
  },
  {
    id: 'A-33',
    code: 'bill-contradicted',
    kind: 'meter',
    severity: 'warning',
    source: 'I-26: facts after settlement',
    remedies: ['adjust-bill', 'wait'],
    blocks: false,
    find: ({ order, comparison }) => {
      if (order.state !== 'settled' || comparison === null || comparison.verdict === 'matches') return null
      if (comparison.verdict === 'doubtful') return { codes: comparison.codes.join(' ') }
      return { electricity: formatFen(comparison.electricity), service: formatFen(comparison.service) }
    },
  },
  {
    id: 'A-35',
    code: 'energy-on-closed-order',
    kind: 'conduct',
    severity: 'critical',
    source: 'I-29, trust 5.8: session whose order was cancelled or refunded (F-39, F-40)',
    remedies: ['send-stop', 'settle-by-hand', 'collect-receivable', 'block-member'],
    blocks: true,
    find: ({ order, session }) => {
      const start = session === null ? null : startOf(session)
      return order.state === 'closed' && start !== null ? { started: instantText(start.at) } : null
    },
  },
  {
    id: 'A-36',
    code: 'told-twice',
    kind: 'meter',
    severity: 'critical',
    source: 'one meter shows two registers once: the same charge told again, with another time or another number',
    remedies: ['waive', 'settle-by-hand', 'set-clock'],
    blocks: true,
    find: ({ order, session, twin }) => {
      if (session === null || !twin) return null
      const [start, stop] = [startOf(session)?.meterStart, stopOf(session)?.meterStop]
      const ids = [twin.transactionId, order.transactionId].filter(id => id !== null)
      return {
        order: twin.orderId,
        start: formatEnergy(start ?? ZERO_ENERGY),
        stop: formatEnergy(stop ?? ZERO_ENERGY),
        transactions: [...new Set(ids)].join(' '),
      }
    },
  },
]

function hasEnded(session: AbnormalInput['session']): boolean {
  return session !== null && stopOf(session) !== null
}

function duplicateRule(
  id: AbnormalRule['id'],
  code: string,
  field: Exclude<keyof ActiveOrder, 'id'>,
  source: string,
): AbnormalRule {
  const find = ({ order, activeOrders }: AbnormalInput): Evidence | null => {
    const mine = order[field]
    if (mine === null || !isActive(order.state)) return null
    const others = activeOrders.filter(other => other.id !== order.id && other[field] === mine)
    return others.length === 0 ? null : { same: mine, orders: others.map(other => other.id).join(' ') }
  }
  const kind = field === 'connectorId' ? 'session' : 'conduct'
  return {
    id,
    code,
    kind,
    severity: 'warning',
    source,
    remedies: ['send-stop', 'close-order', 'block-member'],
    blocks: false,
    find,
  }
}
