import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/** What took money of a top-up: an order, a debt, a wallet refund, a reversal, or another entry of the books. */
export const USE_KINDS = ['order', 'debt', 'withdrawal', 'reversal', 'other'] as const
export type UseKind = (typeof USE_KINDS)[number]

/** Most postings of one wallet that are followed. */
export const MAX_MOVES = 20_000

export const readUsage = defineCall({
  method: 'GET',
  path: '/api/wallet/buyBill/usage',
  access: 'payments.payment:read',
  summary: 'what one top-up was used for, followed through the postings of its wallet, oldest first',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({
    /** Amounts in yuan; negative ones came back. */
    uses: z.array(
      z.object({
        kind: z.enum(USE_KINDS),
        /** Record that the money went to; its type names a resource. */
        source: z.object({ type: z.string(), id: z.string() }),
        /** Name of that record; null where the reader may not see such records. */
        label: z.string().nullable(),
        principal: decimalText,
        gift: decimalText,
      }),
    ),
    credited: z.object({ principal: decimalText, gift: decimalText }),
    refunded: z.object({ principal: decimalText, gift: decimalText }),
    rest: z.object({ principal: decimalText, gift: decimalText }),
    /** Journals of the top-up itself: its credit, and its reversal. */
    journals: z.array(z.string()),
    /** Whether the books still take the reversal of the credit. */
    canReverse: z.boolean(),
    /** False when the wallet has too many postings to follow; uses are empty then. */
    isFollowed: z.boolean(),
  }),
})
