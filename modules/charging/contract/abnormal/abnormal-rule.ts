import type { Energy, Fen } from '@wattyard/money'
import type { ConnectorState } from '@wattyard/gateway/contract'
import type { Bill } from '@wattyard/pricing/contract'
import type { PeriodKind } from '@wattyard/time'
import type { Comparison } from '../adjustment.ts'
import type { DerivedEnergy } from '../energy/derive-energy.ts'
import type { OrderState } from '../order-table.ts'
import type { SessionState } from '../session/session-state.ts'

/** Remedies that an operator has for a finding. Those that move money need a second person (four eyes). */
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
/** Subject of a finding: the course of the session, the meter, the price, the payment, the driver's conduct, the station. */
export type AbnormalKind = 'session' | 'meter' | 'price' | 'payment' | 'conduct' | 'station'
/** Figures as text by key; the keys have texts in the locales (`charging.evidence.*`). */
export type Evidence = Record<string, string>

/** A command as it was sent to the pile. */
export interface CommandRecord {
  sentAt: number
  answer: 'pending' | 'accepted' | 'refused' | 'no-answer'
  answeredAt: number | null
  /** The pile's reason as one of our codes, e.g. `not-plugged`. */
  refusal: string | null
}

/** A bill made by the pile itself (YKC 0x3B and similar). */
export interface DeviceBill {
  transactionId: string
  /** Number of copies received: piles repeat a bill until it is confirmed. */
  copies: number
  receivedAt: number
  periods: Partial<Record<PeriodKind, Energy>>
}

export interface AbnormalOrder {
  id: string
  state: OrderState
  /** Transaction id authorised for this order, when one was assigned before the start. */
  transactionId: string | null
  memberId: string | null
  tag: string | null
  vin: string | null
  connectorId: string
  /** Hash of the price snapshot taken at the start, and of the one used for the bill. */
  snapshotHash: string | null
  billedSnapshotHash: string | null
  startCommand: CommandRecord | null
  stopCommand: CommandRecord | null
}

/** Another active order (order-state: isActive). */
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
  /** Comparison of a settled bill with the present facts; null when none was made. */
  comparison: Comparison | null
  /** A settled order of the same connector with the same registers; null when there is none, or no search was made. */
  twin?: { orderId: string; transactionId: string | null } | null
  /** Money available for the order: hold and available wallet money, and the credit limit. Null for an order without a wallet. */
  cover: { funds: Fen; creditLimit: Fen } | null
  connectorState: ConnectorState
  /** Start of the pile's present outage; null while it is connected. */
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
  /** Source of the rule and its number. */
  source: string
  remedies: readonly Remedy[]
  /** The order is not settled automatically while the finding is open. */
  blocks: boolean
  /** Returns the evidence when the rule applies, else null. Pure function. */
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
