import type { Energy, Fen } from '@wattyard/money'
import type { ConnectorState } from '@wattyard/gateway/contract'
import type { Bill } from '@wattyard/pricing/contract'
import type { PeriodKind } from '@wattyard/time'
import type { Comparison } from '../adjustment.ts'
import type { DerivedEnergy } from '../energy/derive-energy.ts'
import type { OrderState } from '../order-table.ts'
import type { SessionState } from '../session/session-state.ts'

/** What an operator can do about a finding. Money remedies need a second person (four eyes). */
export const REMEDIES = [
  'correct-energy',
  'correct-price',
  'enter-times',
  'supplement-order',
  'assign-member',
  'waive',
  'refund',
  'settle-by-hand',
  'accept-estimate',
  'adjust-bill',
  'collect-receivable',
  'close-order',
  'push-again',
  'send-stop',
  'ask-meter',
  'unlock-connector',
  'reset-pile',
  'disable-connector',
  'set-clock',
  'visit-site',
  'block-member',
  'wait',
] as const
export type Remedy = (typeof REMEDIES)[number]

export const SEVERITIES = ['notice', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
/** What has to be looked at: the running of the session, the meter, the price, the payment, the driver, the station. */
export type AbnormalKind = 'session' | 'meter' | 'price' | 'payment' | 'conduct' | 'station'
/** Figures as text; the words for the keys are in locales (`charging.evidence.*`). */
export type Evidence = Record<string, string>

/** A command as it was sent to the pile. */
export interface CommandRecord {
  sentAt: number
  answer: 'pending' | 'accepted' | 'refused' | 'no-answer'
  answeredAt: number | null
  /** The pile's reason in our words, e.g. `not-plugged`. */
  refusal: string | null
}

/** A bill that the pile made itself (YKC 0x3B and the like). */
export interface DeviceBill {
  transactionId: string
  /** How often it arrived: piles repeat until they are confirmed. */
  copies: number
  receivedAt: number
  periods: Partial<Record<PeriodKind, Energy>>
}

export interface AbnormalOrder {
  id: string
  state: OrderState
  /** Transaction id authorised for this order, when one was given before the start. */
  transactionId: string | null
  memberId: string | null
  tag: string | null
  vin: string | null
  connectorId: string
  /** The price snapshot taken at the start, and the one the bill was made with. */
  snapshotHash: string | null
  billedSnapshotHash: string | null
  startCommand: CommandRecord | null
  stopCommand: CommandRecord | null
}

/** Another order that is active now (order-state: isActive). */
export interface ActiveOrder {
  id: string
  connectorId: string
  memberId: string | null
  tag: string | null
  vin: string | null
}

export interface AbnormalInput {
  order: AbnormalOrder
  session: SessionState | null
  derived: DerivedEnergy | null
  bill: Bill | null
  deviceBill: DeviceBill | null
  /** What a settled bill says against the facts of now; null when not compared. */
  comparison: Comparison | null
  /** A settled order of the same connector with the same registers; null where there is none, or nobody looked. */
  twin?: { orderId: string; transactionId: string | null } | null
  /** Money that stands behind the order: hold + available, and the credit limit beyond. Null: nobody's wallet. */
  cover: { funds: Fen; creditLimit: Fen } | null
  connectorState: ConnectorState
  /** Since when the pile is unreachable; null while it is connected. */
  pileOfflineSince: number | null
  activeOrders: readonly ActiveOrder[]
  /** Instants of this member's cancelled orders, newest last. */
  cancelledAt: readonly number[]
  now: number
}

export interface AbnormalRule {
  id: `A-${string}`
  code: string
  kind: AbnormalKind
  severity: Severity
  /** Where the rule and its number come from. */
  source: string
  remedies: readonly Remedy[]
  /** The order is not settled by itself while this finding stands. */
  blocks: boolean
  /** Evidence when the rule applies, else null. Pure. */
  find: (input: AbnormalInput) => Evidence | null
}

export interface AbnormalFinding {
  rule: string
  code: string
  kind: AbnormalKind
  severity: Severity
  blocks: boolean
  evidence: Evidence
  remedies: readonly Remedy[]
}
