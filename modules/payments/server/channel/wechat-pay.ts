import { gunzipSync } from 'node:zlib'
import { type Fen, ZERO_FEN } from '@wattyard/money'
import { PayError } from '@wattyard/pay-frame'
import {
  type Advice,
  isAnnouncedBill,
  openNotification,
  type RefundAnswer,
  type RefundNotice,
  type RefundState,
  type Transaction,
} from '@wattyard/wechat-pay'
import type { PaidFact } from '../../contract/index.ts'
import {
  type BillOutcome,
  type ChannelNotice,
  NoticeRefused,
  type PaymentChannel,
  type QueryOutcome,
  type RefundTold,
} from './payment-channel.ts'
import type { WechatWire } from './wechat-wire.ts'

/** Of a file of a day with some hundred thousand rows. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024

const CREATE_EVENTS = { retry: 'create-later', query: 'create-unclear', 'give-up': 'create-refused' } as const
const REFUND_EVENTS = { retry: 'said-later', query: 'said-unclear', 'give-up': 'said-refused' } as const
const UNKNOWN_PAYMENT: ReadonlySet<string | null> = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const UNKNOWN_REFUND: ReadonlySet<string | null> = new Set(['RESOURCE_NOT_EXISTS'])
const TOLD = {
  PROCESSING: 'is-pending',
  SUCCESS: 'is-done',
  CLOSED: 'is-closed',
  ABNORMAL: 'is-abnormal',
} as const satisfies Record<RefundState, RefundTold['event']>

/** Who receives the payments. */
export interface WechatAccount {
  mchid: string
  appid: string
  /** Opens notifications. */
  apiV3Key: string
}

/** Creates the door of a merchant of WeChat Pay (APIv3): payments by a native code. */
export function createWechatPay({ mchid, appid, apiV3Key }: WechatAccount, wire: WechatWire): PaymentChannel {
  return {
    async requestCode({ number, amount, description, expiresAt, notifyUrl }) {
      const order = {
        appid,
        mchid,
        description,
        out_trade_no: number,
        time_expire: expiresAt,
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' as const },
      }
      const said = await wire.call('createNative', order, number)
      if (said.ok) return { event: 'create-done', code: said.answer.code_url }
      return { event: CREATE_EVENTS[orQuery(said.advice)], reason: said.code }
    },
    async close(number) {
      const said = await wire.call('close', { out_trade_no: number, mchid }, number)
      if (said.ok || said.advice === 'done') return { event: 'close-done', reason: null }
      return { event: said.advice === 'retry' ? 'close-later' : 'close-unclear', reason: said.code }
    },
    async query(number) {
      const said = await wire.call('queryByOutTradeNo', { out_trade_no: number, mchid }, number)
      if (said.ok) return readTransaction(said.answer)
      if (UNKNOWN_PAYMENT.has(said.code)) return { event: 'number-unknown', reason: said.code }
      return said.advice === 'give-up'
        ? { event: 'query-refused', reason: said.code }
        : { event: 'no-answer', reason: said.code }
    },
    async refund({ number, paymentNumber, paid, amount, notifyUrl }) {
      const order = {
        out_trade_no: paymentNumber,
        out_refund_no: number,
        notify_url: notifyUrl,
        amount: { refund: amount, total: paid, currency: 'CNY' as const },
      }
      const said = await wire.call('refund', order, number)
      if (said.ok) return readRefund(said.answer, mchid)
      if (said.advice === 'unless-done') return { event: 'said-refused', reason: said.code, isUnproved: true }
      return { event: REFUND_EVENTS[orQuery(said.advice)], reason: said.code }
    },
    async queryRefund(number) {
      const said = await wire.call('queryRefund', { out_refund_no: number }, number)
      if (said.ok) return readRefund(said.answer, mchid)
      if (UNKNOWN_REFUND.has(said.code)) return { event: 'number-unknown', reason: said.code }
      return said.advice === 'give-up'
        ? { event: 'query-refused', reason: said.code }
        : { event: 'no-answer', reason: said.code }
    },
    async downloadBill(day, kind): Promise<BillOutcome> {
      const asked = { bill_date: day, tar_type: 'GZIP' as const }
      const said =
        kind === 'trade'
          ? await wire.call('tradeBill', { ...asked, bill_type: 'ALL' }, day)
          : await wire.call('fundFlowBill', { ...asked, account_type: 'BASIC' }, day)
      if (!said.ok && said.advice === 'done') return { event: 'done', file: null }
      if (!said.ok) return { event: said.advice === 'give-up' ? 'refused' : 'later', reason: said.code }
      const packed = await wire.download(said.answer.download_url)
      const file = packed && unpacked(packed)
      // Nothing else vouches for the file, and a part of it would look like a quiet day.
      if (!file || !isAnnouncedBill(said.answer, file)) return { event: 'later', reason: null }
      return { event: 'done', file }
    },
    async readNotice(message): Promise<ChannelNotice> {
      try {
        await wire.verify(message)
        const notice = openNotification(message.body, apiV3Key)
        if (notice.event_type === 'TRANSACTION.SUCCESS') {
          const { transaction } = notice
          return {
            noticeNo: notice.id,
            told: { about: 'payment', fact: factOf(transaction), paidAt: transaction.success_time },
          }
        }
        return { noticeNo: notice.id, told: { about: 'refund', ...readRefundNotice(notice.refund) } }
      } catch (error) {
        if (error instanceof PayError) throw new NoticeRefused(error.code)
        throw error
      }
    },
  }
}

/** "Done already" says of a new payment or refund that there is something to ask for. */
const orQuery = (advice: Advice): Exclude<Advice, 'done' | 'unless-done'> =>
  advice === 'done' || advice === 'unless-done' ? 'query' : advice

function readTransaction(transaction: Transaction): QueryOutcome {
  switch (transaction.trade_state) {
    case 'SUCCESS':
    // It was paid, and refunded since.
    case 'REFUND':
      return transaction.success_time === undefined
        ? { event: 'no-answer', reason: transaction.trade_state }
        : { event: 'told', fact: factOf(transaction), paidAt: transaction.success_time }
    case 'NOTPAY':
    case 'USERPAYING':
      return { event: 'still-open' }
    case 'CLOSED':
    case 'REVOKED':
      return { event: 'is-closed' }
    case 'PAYERROR':
      return { event: 'has-failed' }
  }
}

function factOf({ out_trade_no, transaction_id = '', amount, mchid, appid = '' }: Transaction): PaidFact {
  const total: Fen = amount?.total ?? ZERO_FEN
  return { number: out_trade_no, channelNo: transaction_id, amount: total, merchantNo: mchid, appNo: appid }
}

function readRefund(answer: RefundAnswer, merchantNo: string): RefundTold {
  return {
    event: TOLD[answer.status],
    fact: {
      number: answer.out_refund_no,
      amount: answer.amount.refund,
      merchantNo,
      paymentChannelNo: answer.transaction_id,
    },
    channelNo: answer.refund_id,
    doneAt: answer.success_time ?? null,
  }
}

function readRefundNotice(notice: RefundNotice): RefundTold {
  return {
    event: TOLD[notice.refund_status],
    fact: {
      number: notice.out_refund_no,
      amount: notice.amount.refund,
      merchantNo: notice.mchid,
      paymentChannelNo: notice.transaction_id,
    },
    channelNo: notice.refund_id,
    doneAt: notice.success_time ?? null,
  }
}

function unpacked(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch {
    return null // cut short, or no gzip at all
  }
}
