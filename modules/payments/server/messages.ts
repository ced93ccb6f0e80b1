import { fen, formatFen } from '@wattyard/money'
import type { MessageKind } from '@wattyard/server-kit'
import { REFUND_ASKED, type RefundAsked } from '../contract/events.ts'

export const PAYMENTS_MESSAGES: readonly MessageKind[] = [
  {
    name: 'payments.refundAsked',
    severity: 'warning',
    topic: REFUND_ASKED,
    gathers: true,
    /** To everybody who may decide on it, except whoever asked. */
    draft({ key, body }) {
      const { number, amount_fen, askedBy, askerId } = body as unknown as RefundAsked // written by payments alone
      return {
        about: key,
        params: { subject: number, amount: { money: formatFen(fen(BigInt(amount_fen))) }, name: askedBy },
        link: `/wallet/refundBill?open=${key}`,
        may: ['payments.refund:approve'],
        except: [askerId],
      }
    },
  },
]
