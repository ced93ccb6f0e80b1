import type { Notification, PaidTransaction, RefundNotice } from '@wattyard/wechat-pay'
import type { Notice, NoticeEvent } from './book.ts'
import type { Desk, News } from './desk.ts'
import { describeOrder } from './orders.ts'
import { describeRefund } from './refunds.ts'

const SUMMARIES: Readonly<Record<NoticeEvent, string>> = {
  'TRANSACTION.SUCCESS': '支付成功',
  'REFUND.SUCCESS': '退款成功',
  'REFUND.ABNORMAL': '退款异常',
  'REFUND.CLOSED': '退款关闭',
}

/** Returns the content of a notification. That of a payment says SUCCESS also when money was given back meanwhile. */
export function describeNews(desk: Pick<Desk, 'book'>, { id, created_at }: Notice, news: News): Notification {
  const head = { id, create_time: created_at, summary: SUMMARIES[news.event] }
  const { event, order, refund } = news
  if (event === 'TRANSACTION.SUCCESS') {
    const told = { ...describeOrder(desk, order), trade_state: 'SUCCESS', trade_state_desc: '支付成功' }
    return { ...head, event_type: event, transaction: told as PaidTransaction } // only paid orders are told of
  }
  if (refund === null) throw new Error('news of a refund without one')
  const state = event.slice('REFUND.'.length) as RefundNotice['refund_status'] // the three events of refunds
  const { amount, out_trade_no, transaction_id, out_refund_no, refund_id, ...answer } = describeRefund(desk, refund)
  return {
    ...head,
    event_type: event,
    refund: {
      mchid: order.mchid,
      out_trade_no,
      transaction_id,
      out_refund_no,
      refund_id,
      refund_status: state,
      ...(state === 'SUCCESS' && answer.success_time !== undefined ? { success_time: answer.success_time } : {}),
      user_received_account: answer.user_received_account,
      amount: {
        total: amount.total,
        refund: amount.refund,
        payer_total: amount.payer_total,
        payer_refund: amount.payer_refund,
      },
    },
  }
}
