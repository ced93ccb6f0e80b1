import { type BusinessDay, dayRange } from '@wattyard/time'
import type { Currency } from '@wattyard/money'
import { type AccountLine } from '@wattyard/ledger/server'
import { document } from '@wattyard/payables/contract'
import { readCompanyPayments } from '@wattyard/payables/server'
import { payment, refundPart } from '@wattyard/payments/contract'
import { type ChannelAccount, type Movement, readMovements } from '@wattyard/payments/server'
import type { Tx } from '@wattyard/server-kit'
import {
  causeOfCompanyPayment,
  type Item,
  itemOfCompanyPayment,
  itemOfPart,
  itemOfPayment,
  type NumberedCause,
} from '../../contract/index.ts'
import { isStatement } from './due-days.ts'

/** Records of ours that move money by a channel, as sources of journals name them. */
export const MOVEMENT_SOURCES = [payment.name, refundPart.name, document.name] as const
export type MovementSource = (typeof MOVEMENT_SOURCES)[number]

/** A record of ours that moves money by a channel. */
export interface OurMovement {
  readonly source: MovementSource
  readonly item: Item
  /** Days of its journal and of the one that reversed it; null for none. */
  readonly booked: readonly (BusinessDay | null)[]
  /** What postings that it caused are called, where their source does not tell; null where it does. */
  readonly cause: NumberedCause | null
}

/** Whose movements are asked for, and how the channel counts them. */
export interface MovementTerms {
  readonly tenantId: string
  readonly account: Pick<ChannelAccount, 'channelIds' | 'kind'>
  readonly zone: string
  readonly currency: Currency
}

/** Movements on some days, both included, or single ones by their ids. */
export type OurMovementsAsked =
  | { readonly from: BusinessDay; readonly to: BusinessDay }
  | { readonly ids: readonly string[] }

/** Yields our movements by the channels of an account, page by page: of members, and of companies. */
export async function* ourMovements(
  tx: Tx,
  of: MovementTerms,
  asked: OurMovementsAsked,
): AsyncGenerator<OurMovement[]> {
  const { tenantId, account, zone, currency } = of
  const { channelIds } = account
  const times = 'ids' in asked ? asked : { from: dayRange(asked.from, zone).from, to: dayRange(asked.to, zone).to }
  for await (const page of readMovements(tx, tenantId, { channelIds, ...times }))
    yield page.map(one => ofMember(one, of))
  // No other channels are offered for payments of companies.
  if (!isStatement(account.kind)) return
  for await (const page of readCompanyPayments(tx, tenantId, { channelIds, ...asked }))
    yield page.map(one => ({
      source: document.name,
      item: itemOfCompanyPayment(one, currency),
      booked: [one.bookedOn, one.reversedOn],
      cause: causeOfCompanyPayment(one),
    }))
}

function ofMember(movement: Movement, terms: MovementTerms): OurMovement {
  const isPayment = movement.kind === 'payment'
  return {
    source: isPayment ? payment.name : refundPart.name,
    item: isPayment ? itemOfPayment(movement, terms) : itemOfPart(movement, terms),
    booked: [movement.bookedOn, movement.reversedOn],
    cause: null,
  }
}

/** Returns the ids of records of ours that caused postings. */
export function movementsBehind(lines: readonly AccountLine[]): string[] {
  const isOurs = (type: string) => MOVEMENT_SOURCES.some(source => source === type)
  return [...new Set(lines.filter(({ source }) => isOurs(source.type)).map(({ source }) => source.id))]
}
