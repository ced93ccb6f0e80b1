import { fen, formatFen } from '@wattyard/money'
import type { MessageKind } from '@wattyard/server-kit'
import {
  CODE_SETTLED,
  CODE_TROUBLED,
  type CodeTroubled,
  KEYS_ENTERED,
  KEYS_LOST,
  type KeysLost,
  NOTICE_UNKNOWN,
  type NoticeUnknown,
  PAID_LATE,
  type PaidLate,
  PAYOUT_FAILED,
  PAYOUT_HEARD,
  PAYOUT_MENDED,
  PAYOUT_TROUBLED,
  PAYOUT_UNHEARD,
  type PayoutFailed,
  type PayoutTroubled,
  type PayoutUnheard,
  REFUND_ASKED,
  REFUND_DECIDED,
  REFUND_SETTLED,
  type RefundAsked,
  type RefundDecided,
} from '../contract/events.ts'
import { toldWord } from '../contract/told-codes.ts'

const moneyOf = (amount_fen: string) => ({ money: formatFen(fen(BigInt(amount_fen))) })
const pageOfPart = (id: string) => `/wallet/refundBill?part=payouts&open=${id}` as const
const WHO_PAYS = ['payments.refundPart:payOut']
const isTwice = (before: PaidLate['before']): boolean => before === 'heirPaid' || before === 'givenBack'

/** Why a part failed: what a person wrote, or a channel said, in words where it has some. */
function reasonOf(reason: string | null): string | { word: string } {
  if (reason === null) return { word: 'payments.refundPart.closedThere' }
  const word = toldWord(reason)
  return word === null ? reason : { word }
}

export const PAYMENTS_MESSAGES: readonly MessageKind[] = [
  {
    name: 'payments.refundAsked',
    severity: 'warning',
    topic: REFUND_ASKED,
    endedBy: REFUND_DECIDED,
    /** To everybody who may decide on it, except whoever asked. Each by itself: one that counts several would outlive its refunds. */
    draft({ key, body }) {
      const { number, amount_fen, askedBy, askerId } = body as unknown as RefundAsked // written by payments alone
      return {
        about: key,
        params: { subject: number, amount: moneyOf(amount_fen), name: askedBy },
        link: `/wallet/refundBill?open=${key}`,
        may: ['payments.refund:approve'],
        except: [askerId],
      }
    },
  },
  {
    name: 'payments.refundDecided',
    severity: 'notice',
    topic: REFUND_DECIDED,
    /** To whoever asked, unless they decided themselves or hear of it as those who may pay it out. */
    draft({ key, body }) {
      const seen = body as unknown as RefundDecided // written by payments alone
      if (seen.askerPays || seen.deciderId === seen.askerId) return null
      return {
        about: key,
        params: {
          // The reason belongs to the refund, and there is not always one.
          subject: seen.reason ? `${seen.number} · ${seen.reason}` : seen.number,
          outcome: { word: `payments.refund.decisionValue.${seen.decision}` },
          amount: { money: formatFen(fen(BigInt(seen.amount_fen))) },
          name: seen.decidedBy,
        },
        link: `/wallet/refundBill?open=${key}`,
        people: [seen.askerId],
      }
    },
  },
  {
    name: 'payments.refundToPay',
    severity: 'notice',
    topic: REFUND_DECIDED,
    endedBy: REFUND_SETTLED,
    /** To everybody who may pay it out, except whoever granted it. */
    draft({ key, body }) {
      const seen = body as unknown as RefundDecided // as above
      const { decision, number, amount_fen, decidedBy, deciderId, byChannel, toPay_fen = amount_fen } = seen
      if (decision !== 'approved' || byChannel) return null
      const rest = String(BigInt(amount_fen) - BigInt(toPay_fen))
      return {
        about: key,
        params: {
          subject: number,
          amount: moneyOf(amount_fen),
          toPay: moneyOf(toPay_fen),
          rest: rest === '0' ? '' : { word: 'payments.refund.restByChannel', with: { amount: moneyOf(rest) } },
          name: decidedBy,
        },
        link: `/wallet/refundBill?open=${key}&detail=parts`,
        may: WHO_PAYS,
        except: [deciderId],
      }
    },
  },
  {
    name: 'payments.payoutFailed',
    severity: 'warning',
    topic: PAYOUT_FAILED,
    endedBy: PAYOUT_MENDED,
    /** To everybody who may pay out, except who found out. */
    draft({ key, body }) {
      const { number, amount_fen, state, reason, by, byId } = body as unknown as PayoutFailed // as above
      if (state === 'abnormal') return null
      return {
        about: key,
        params: {
          subject: number,
          amount: moneyOf(amount_fen),
          name: by,
          reason: reasonOf(reason),
        },
        link: pageOfPart(key),
        may: WHO_PAYS,
        except: [byId],
      }
    },
  },
  {
    name: 'payments.payoutAbnormal',
    severity: 'warning',
    topic: PAYOUT_FAILED,
    endedBy: PAYOUT_MENDED,
    /** As above, where nobody can do anything here: whoever paid it by hand would pay it twice. */
    draft({ key, body }) {
      const { number, amount_fen, state, by } = body as unknown as PayoutFailed // as above
      if (state !== 'abnormal') return null
      return {
        about: key,
        params: { subject: number, amount: moneyOf(amount_fen), name: by },
        link: pageOfPart(key),
        may: WHO_PAYS,
      }
    },
  },
  {
    name: 'payments.payoutUnheard',
    severity: 'warning',
    topic: PAYOUT_UNHEARD,
    endedBy: PAYOUT_HEARD,
    /** As above: whether it was paid can be seen at the channel alone. */
    draft({ key, body }) {
      const { number, amount_fen, channel, reason } = body as unknown as PayoutUnheard // written by payments alone
      return {
        about: key,
        params: { subject: number, amount: moneyOf(amount_fen), name: channel, reason: reasonOf(reason) },
        link: pageOfPart(key),
        may: WHO_PAYS,
      }
    },
  },
  {
    name: 'payments.paidLate',
    severity: 'warning',
    topic: PAID_LATE,
    /** To everybody who may pay out: they may be about to pay it once more. */
    draft({ key, body }) {
      const { number, amount_fen, before } = body as unknown as PaidLate // written by payments alone
      if (isTwice(before)) return null
      return {
        about: key,
        params: {
          subject: number,
          amount: moneyOf(amount_fen),
          outcome: { word: `payments.refundPart.lateValue.${before}` },
        },
        link: pageOfPart(key),
        may: WHO_PAYS,
      }
    },
  },
  {
    name: 'payments.paidTwice',
    severity: 'warning',
    topic: PAID_LATE,
    /** As above: the money left twice. */
    draft({ key, body }) {
      const { number, amount_fen, before, taken_fen, owed_fen } = body as unknown as PaidLate // written by payments alone
      if (!isTwice(before)) return null
      return {
        about: key,
        params: {
          subject: number,
          amount: moneyOf(amount_fen),
          outcome: { word: `payments.refundPart.lateValue.${before}` },
          taken: moneyOf(taken_fen),
          owed: moneyOf(owed_fen),
        },
        link: pageOfPart(key),
        may: WHO_PAYS,
      }
    },
  },
  {
    name: 'payments.payoutTroubled',
    severity: 'warning',
    topic: PAYOUT_TROUBLED,
    endedBy: PAYOUT_MENDED,
    /** As above. */
    draft({ key, body }) {
      const { number, amount_fen, channel } = body as unknown as PayoutTroubled // written by payments alone
      return {
        about: key,
        params: { subject: number, amount: moneyOf(amount_fen), name: channel },
        link: pageOfPart(key),
        may: WHO_PAYS,
      }
    },
  },
  {
    name: 'payments.codeTroubled',
    severity: 'warning',
    topic: CODE_TROUBLED,
    endedBy: CODE_SETTLED,
    /** To everybody who sets up channels: the money is at the channel, and nobody's yet. */
    draft({ key, body }) {
      const { number, amount_fen } = body as unknown as CodeTroubled // written by payments alone
      return {
        about: key,
        params: { subject: number, amount: moneyOf(amount_fen) },
        link: `/wallet/buyBill?part=codes&open=${key}`,
        may: ['payments.channel:open'],
      }
    },
  },
  {
    name: 'payments.keysLost',
    severity: 'warning',
    topic: KEYS_LOST,
    endedBy: KEYS_ENTERED,
    /** To everybody who may open channels: it takes no payments, and nothing of it can be asked. */
    draft({ key, body }) {
      const { channel } = body as unknown as KeysLost // written by payments alone
      return {
        about: key,
        params: { subject: channel },
        link: `/wallet/buyBill?part=channels&open=${key}`,
        may: ['payments.channel:open'],
      }
    },
  },
  {
    name: 'payments.noticeUnknown',
    severity: 'warning',
    topic: NOTICE_UNKNOWN,
    /** As above. */
    draft({ key, body }) {
      const { number, amount_fen, channel } = body as unknown as NoticeUnknown // written by payments alone
      return {
        about: `${key} ${number}`,
        params: { subject: number, amount: moneyOf(amount_fen), name: channel },
        link: `/wallet/buyBill?part=channels&open=${key}`,
        may: ['payments.channel:open'],
      }
    },
  },
]
