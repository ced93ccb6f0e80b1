import { type Fen, maxFen, minFen, subFen, ZERO_FEN } from '@wattyard/money'
import { accountingDayOf, chargeWallet } from '@wattyard/members/server'
import { col, emit, type RowIn, type Tx } from '@wattyard/server-kit'
import { PAID_LATE, type PaidLate } from '../../../contract/events.ts'
import { heirOf, PART_STATES } from '../../../contract/index.ts'
import { arrivalOf } from '../../channels/stored-channel.ts'
import { walletLots } from '../../lots/stored-lots.ts'
import { lateKind } from '../late-parts.ts'
import { lockMoneyOf, PART_SOURCE } from '../stored-refunds.ts'
import { type PartWriter, writePart } from '../write-part.ts'
import type { Sending } from './stored-sending.ts'

const HEIR = {
  id: col.uuid,
  number: col.text,
  refund_id: col.uuid,
  state: col.oneOf(PART_STATES),
  amount_fen: col.fen,
  replaces_id: col.uuid.orNull,
  journal_id: col.uuid.orNull,
}

/** The part that took the place of another. */
export type Heir = RowIn<typeof HEIR>

/** Returns the last part of the chain that took this one's place; null for none. */
export async function readHeir(
  tx: Tx,
  { tenant_id, id, refund_id }: Pick<Sending, 'tenant_id' | 'id' | 'refund_id'>,
): Promise<Heir | null> {
  const rows = await tx.query(
    HEIR,
    `select id, number, refund_id, state, amount_fen, replaces_id, journal_id from payments_refund_part
     where tenant_id = $1 and refund_id = $2`,
    [tenant_id, refund_id],
  )
  const parts = rows.map(row => ({ ...row, replacesId: row.replaces_id }))
  const own = parts.find(part => part.id === id)
  return own ? heirOf(own, parts) : null
}

/** What a charge came to, and what of it the lot remembers. */
interface Charged {
  journalId: string
  bookedOn: string
  taken: Fen
  owed: Fen
  lotId: string
  ofLot: Fen
}

const NOTHING = { taken: ZERO_FEN, owed: ZERO_FEN, lotId: null, ofLot: ZERO_FEN }

/** Returns the lot as which the money of a part came back; null when it did not. */
async function returnedLot(tx: Tx, tenantId: string, journalId: string | null): Promise<string | null> {
  const [lot] = await tx.query(
    { id: col.uuid },
    "select id from payments_lot where tenant_id = $1 and journal_id = $2 and origin = 'givenBack'",
    [tenantId, journalId],
  )
  return lot?.id ?? null
}

/**
 * Charges the member with a part that left twice: out of the wallet, and a debt for what is not there. The lot whose money it was
 * gives it, as far as it still has it, so that nobody can ask for the same money again; the rest is use of the wallet. A payment by code
 * has no gift, so none came back with its money.
 */
async function charge(tx: Tx, writer: PartWriter, row: Sending, heir: Heir | null): Promise<Charged> {
  const { tenantId, actor } = writer
  const { id, member_id: memberId, amount_fen: amount } = row
  await lockMoneyOf(tx, tenantId, memberId)
  const back = row.state === 'givenBack' ? row : heir?.state === 'givenBack' ? heir : null
  const lotId = (back && (await returnedLot(tx, tenantId, back.journal_id))) ?? row.lot_id
  const lots = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)
  const at = lots?.lots.findIndex(lot => lot.id === lotId) ?? -1
  const lot = lots?.lots[at]
  const rest = lots?.rests[at]
  const room = lot && rest ? subFen(rest.principal, lot.reserved.principal) : ZERO_FEN
  const now = Date.now()
  const charged = await chargeWallet(tx, {
    tenantId,
    memberId,
    amount,
    to: arrivalOf(row),
    idemKey: `payments.refundPart:${id}:paidLate`,
    source: { type: PART_SOURCE, id },
    effectiveAt: now,
    bookedOn: await accountingDayOf(tx, tenantId, now),
    actor,
  })
  // What was fixed as used has no place among what was refunded.
  const untaken = lot ? subFen(lot.credited.principal, lot.principalTaken) : ZERO_FEN
  const free = lot ? subFen(untaken, lot.spent.principal) : ZERO_FEN
  // Nothing where lots and wallet disagree: a fact has to be written down all the same.
  const ofLot = maxFen(ZERO_FEN, minFen(charged.taken, minFen(room, free)))
  await tx.execute(
    `update payments_lot set refunded_fen = refunded_fen + $3, principal_taken_fen = principal_taken_fen + $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, lotId, ofLot],
  )
  return { ...charged, lotId, ofLot }
}

/**
 * Writes down that the channel carried out a locked part whose money had gone another way, and charges the member with it: the money
 * left twice.
 */
export async function bookChargedBack(
  tx: Tx,
  writer: PartWriter,
  row: Sending,
  heir: Heir | null,
  receipt: { receipt?: string; receiptKey?: string; paidAt?: number },
): Promise<void> {
  const charged = await charge(tx, writer, row, heir)
  const { journalId, bookedOn } = charged
  await writePart(tx, writer, row, 'done', { ...receipt, isPaid: true, journalId, bookedOn })
  await writeLate(tx, row, heir, charged)
}

/** Writes down that a locked part was carried out after its money had waited for a person, or for the part that is needless now. */
export async function noteCovered(tx: Tx, writer: PartWriter, row: Sending, heir: Heir | null): Promise<void> {
  if (heir !== null) await writePart(tx, writer, heir, 'dropped', {})
  await writeLate(tx, row, heir, null)
}

async function writeLate(tx: Tx, row: Sending, heir: Heir | null, charged: Charged | null): Promise<void> {
  const { tenant_id: tenantId, id, state: was } = row
  const { taken, owed, lotId, ofLot } = charged ?? NOTHING
  await tx.execute(
    `insert into payments_refund_late (tenant_id, part_id, was, is_covered, heir_id, taken_fen, owed_fen, lot_id, of_lot_fen, returned_journal_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      id,
      was,
      charged === null,
      heir?.id ?? null,
      taken,
      owed,
      lotId,
      ofLot,
      was === 'givenBack' ? row.journal_id : null,
    ],
  )
  const body: PaidLate = {
    number: row.number,
    amount_fen: String(row.amount_fen),
    before: lateKind(charged === null, was, heir?.state ?? null),
    taken_fen: String(taken),
    owed_fen: String(owed),
  }
  await emit(tx, [{ tenantId, topic: PAID_LATE, key: id, body: { ...body } }])
}
