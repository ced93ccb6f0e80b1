import { fen } from '@wattyard/money'
import type { Notification, RefundNotice } from '../index.ts'

/** APIv3 key of the tests. */
export const API_KEY = 'abcdefghijklmnopqrstuvwxyz012345'

/** A payment of 50.00 yuan, 0.50 of it by a coupon. */
export function paid(): Notification {
  return {
    id: 'EV-2026112612002300000873',
    create_time: Date.UTC(2026, 10, 26, 4, 0, 23),
    summary: '支付成功',
    event_type: 'TRANSACTION.SUCCESS',
    transaction: {
      appid: 'wx8888888888888888',
      mchid: '1900009191',
      out_trade_no: 'T2026112600000001',
      transaction_id: '4200001234202611260000000001',
      trade_type: 'NATIVE',
      trade_state: 'SUCCESS',
      trade_state_desc: '支付成功',
      bank_type: 'OTHERS',
      attach: '',
      success_time: Date.UTC(2026, 10, 26, 4, 0, 20),
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: { total: fen(5_000n), payer_total: fen(4_950n), currency: 'CNY', payer_currency: 'CNY' },
    },
  }
}

/** A refund of 12.34 of 50.00 yuan. */
export function refunded(
  event_type: 'REFUND.SUCCESS' | 'REFUND.ABNORMAL' | 'REFUND.CLOSED',
  refund_status: RefundNotice['refund_status'],
): Notification {
  return {
    id: 'EV-2026112612302300000874',
    create_time: Date.UTC(2026, 10, 26, 4, 30, 23),
    summary: '退款',
    event_type,
    refund: {
      mchid: '1900009191',
      out_trade_no: 'T2026112600000001',
      transaction_id: '4200001234202611260000000001',
      out_refund_no: 'R2026112600000001@1',
      refund_id: '50300001234202611260000000001',
      refund_status,
      ...(refund_status === 'SUCCESS' ? { success_time: Date.UTC(2026, 10, 26, 4, 30, 20) } : {}),
      user_received_account: '支付用户零钱',
      amount: { total: fen(5_000n), refund: fen(1_234n), payer_total: fen(4_950n), payer_refund: fen(1_184n) },
    },
  }
}
