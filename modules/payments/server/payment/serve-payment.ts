import { type Fen, formatFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { type Caller, col, serveResource, type ServedResource, type Tx, type WireRecord } from '@wattyard/server-kit'
import { payment } from '../../contract/index.ts'
import { walletLots } from '../lots/stored-lots.ts'

/** Adds to payments of a page what is left of them and what was refunded; of reversed ones nothing. */
async function addRests(tx: Tx, { tenantId }: Caller, records: WireRecord[]): Promise<void> {
  const members = records.flatMap(({ member }) => (typeof member === 'string' ? [{ tenantId, memberId: member }] : []))
  const wallets = await walletLots(tx, members)
  const found = new Map<string, Record<'refunded' | 'rest' | 'giftRest', Fen>>()
  for (const { lots, rests } of wallets.values())
    lots.forEach((lot, at) => {
      const rest = rests[at]
      if (lot.paymentId === null || !rest) return
      const earlier = found.get(lot.paymentId)
      // Money that a refund could not pay out is a lot of the same payment.
      const refunded = lot.isGivenBack ? subFen(lot.refunded, lot.credited.principal) : lot.refunded
      found.set(lot.paymentId, {
        refunded: sumFen([earlier?.refunded ?? ZERO_FEN, refunded]),
        rest: sumFen([earlier?.rest ?? ZERO_FEN, rest.principal]),
        giftRest: sumFen([earlier?.giftRest ?? ZERO_FEN, rest.gift]),
      })
    })
  for (const record of records) {
    const own = found.get(record.id)
    record.refunded = formatFen(own?.refunded ?? ZERO_FEN)
    record.rest = formatFen(own?.rest ?? ZERO_FEN)
    record.giftRest = formatFen(own?.giftRest ?? ZERO_FEN)
  }
}

/** Serves top-ups. They are written by `recordPayment` alone. */
export function servePayment(): ServedResource {
  return serveResource(payment, {
    inner: {
      receipt_key: col.text.orNull,
      request_key: col.text,
      journal_id: col.uuid,
    },
    decorate: addRests,
  })
}
