import { formatFen, parseFen, subFen, sumFen } from '@wattyard/money'
import { type Route, rowInScope, serveCall } from '@wattyard/server-kit'
import { member, previewRefundWallet } from '../contract/index.ts'
import type { MembersPorts } from './ports.ts'

/** Returns the route that says beforehand what a refund takes from a wallet. */
export const refundCostRoute = ({ costOfRefund }: Pick<MembersPorts, 'costOfRefund'>): Route =>
  serveCall(previewRefundWallet, {
    work: 'read',
    async handle({ tx, caller, input: { id, ...input } }) {
      await rowInScope(tx, caller, member, id)
      const amount = parseFen(input.amount)
      const { principal, gift } = await costOfRefund(tx, caller.tenantId, id, amount)
      return {
        principal: formatFen(principal),
        gift: formatFen(gift),
        forfeited: formatFen(subFen(sumFen([principal, gift]), amount)),
      }
    },
  })
