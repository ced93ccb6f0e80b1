import type { TrueRow } from '@wattyard/payment-files/testing'

const MINUTE = 60_000

/** Returns what a bill of WeChat Pay says of a payment; its fee is 0.6 %, half up. */
export function paidRow({
  at,
  amount,
  orderNo,
  channelNo,
}: Pick<TrueRow, 'at' | 'amount' | 'orderNo' | 'channelNo'>): TrueRow {
  return {
    kind: 'payment',
    at,
    channelNo,
    orderNo,
    refundNo: null,
    channelRefundNo: null,
    amount,
    gross: amount,
    fee: (amount * 6n + 500n) / 1_000n,
    counterparty: null,
    text: '充值',
  }
}

/** Returns an instant of a day in the zone of the channel. */
export const atMinute = (day: string, minute: number): number => Date.parse(`${day}T00:00:00+08:00`) + minute * MINUTE
