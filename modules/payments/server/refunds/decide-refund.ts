import { sumFen, ZERO_FEN } from '@wattyard/money'
import { callerOfPerson } from '@wattyard/identity/server'
import type { BusinessDay } from '@wattyard/time'
import type { Entry, Posting } from '@wattyard/ledger/contract'
import { type Hold, holdsOf, mustPost, openAccounts, postHolds, voidHolds } from '@wattyard/ledger/server'
import { accountingDayOf, openWallets } from '@wattyard/members/server'
import {
  bigintList,
  type Call,
  col,
  emit,
  may,
  newId,
  Refusal,
  searchText,
  seesWholeTenant,
  textList,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import {
  afterRefund,
  type ChannelKind,
  channelRoom,
  decideRefund,
  isByHand,
  isSound,
  numberOf,
  REFUND_STATES,
  type RefundDecision,
  refundPart,
} from '../../contract/index.ts'
import { REFUND_DECIDED, type RefundDecided } from '../../contract/events.ts'
import { walletLots } from '../lots/stored-lots.ts'
import { type SourceTopUp, topUpsOf } from './split-context.ts'
import { lockMoneyOf, readTakes, REFUND_SOURCE, type StoredTake, takeOf } from './stored-refunds.ts'
import { waitsForPayer } from './waiting-refunds.ts'

const REFUND = {
  id: col.uuid,
  number: col.text,
  member_id: col.uuid,
  asker_id: col.uuid,
  amount_fen: col.bigint,
  state: col.oneOf(REFUND_STATES),
  principal_fen: col.bigint,
  gift_fen: col.bigint,
}

/** A refund about to be decided, locked. */
interface Undecided {
  id: string
  number: string
  memberId: string
  askerId: string
  amount: bigint
  principal: bigint
  gift: bigint
}

/** Returns a refund that waits for its decision, locked. @throws Refusal `payments.refundDecided` */
async function undecided(tx: Tx, tenantId: string, id: string, decision: RefundDecision): Promise<Undecided> {
  const [row] = await tx.query(
    REFUND,
    'select id, number, member_id, asker_id, amount_fen, state, principal_fen, gift_fen from payments_refund where tenant_id = $1 and id = $2 for update',
    [tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  if (decideRefund(row.state, decision) === null) throw new Refusal('payments.refundDecided')
  return {
    id,
    number: row.number,
    memberId: row.member_id,
    askerId: row.asker_id,
    amount: row.amount_fen,
    principal: row.principal_fen,
    gift: row.gift_fen,
  }
}

/** Returns the hold of a refund. @throws Refusal `payments.holdChanged` when it is not what the refund put on hold */
async function holdOf(tx: Tx, tenantId: string, { id, principal, gift }: Undecided): Promise<Hold> {
  const [hold] = await holdsOf(tx, [{ tenantId, type: REFUND_SOURCE, id }])
  if (!hold || hold.state !== 'open' || hold.principal_fen !== principal || hold.gift_fen !== gift)
    throw new Refusal('payments.holdChanged')
  return hold
}

const entryOf = ({ caller }: Call, id: string, what: string, now: number, bookedOn: BusinessDay): Entry => ({
  tenantId: caller.tenantId,
  idemKey: `payments.refund:${id}:${what}`,
  source: { type: REFUND_SOURCE, id },
  effectiveAt: now,
  bookedOn,
  actor: caller.displayName,
})

/**
 * Checks that a split still holds: its lots stand and have what was reserved in them, and the channels take back what goes to them.
 * @throws Refusal `payments.lotReversed`, `payments.lotsChanged`, `payments.channelTakesLess`
 */
async function mustStillHold(
  tx: Tx,
  tenantId: string,
  { memberId, amount }: Pick<Undecided, 'memberId' | 'amount'>,
  takes: readonly StoredTake[],
): Promise<ReadonlyMap<string, SourceTopUp | null>> {
  const found = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)
  const given = takes.reduce((sum, { by_channel_fen, by_hand_fen }) => sum + by_channel_fen + by_hand_fen, 0n)
  if (!found || !isSound(found) || given !== amount) throw new Refusal('payments.lotsChanged')
  const topUps = await topUpsOf(tx, tenantId, memberId)
  const sources = new Map<string, SourceTopUp | null>()
  const sent = new Map<string, bigint>()
  for (const take of takes) {
    const lot = found.lots.find(one => one.id === take.lot_id)
    if (!lot) throw new Refusal('payments.lotReversed')
    const source = lot.paymentId === null ? null : (topUps.get(lot.paymentId) ?? null)
    // Two lots may come from one payment, which takes back what both of them give.
    const before = sent.get(source?.id ?? '') ?? 0n
    const room = source ? channelRoom(source, Date.now()) : ZERO_FEN
    if (take.by_channel_fen > 0n && before + take.by_channel_fen > room)
      throw new Refusal('payments.channelTakesLess', { params: { number: source?.number ?? '' } })
    if (source) sent.set(source.id, before + take.by_channel_fen)
    sources.set(take.lot_id, source)
  }
  return sources
}

/** Amounts of a refund on one way. */
interface NewPart {
  lotId: string
  way: ChannelKind
  source: SourceTopUp | null
  amount: bigint
}

/** Divides takes into parts: back by the channel itself, and the way a person pays out what came by hand. */
function partsOfTakes(takes: readonly StoredTake[], sources: ReadonlyMap<string, SourceTopUp | null>): NewPart[] {
  return takes.flatMap(({ lot_id: lotId, by_channel_fen, by_hand_fen }): NewPart[] => {
    const source = sources.get(lotId) ?? null
    const byHand = source && isByHand(source.kind) ? source : null
    const parts: NewPart[] = source ? [{ lotId, way: source.kind, source, amount: by_channel_fen }] : []
    parts.push({ lotId, way: byHand?.kind ?? 'bank', source, amount: by_hand_fen })
    return parts.filter(part => part.amount > 0n)
  })
}

async function insertParts(
  tx: Tx,
  tenantId: string,
  { id, memberId }: Undecided,
  parts: readonly NewPart[],
): Promise<void> {
  const made = parts.map(part => {
    const partId = newId()
    // Only where it goes back the way it came is the channel known: money of WeChat Pay that no longer fits goes by another bank account.
    const channelId = part.source && part.source.kind === part.way ? part.source.channelId : null
    return { ...part, id: partId, number: numberOf('refundPart', partId), channelId }
  })
  await tx.execute(
    `insert into payments_refund_part (tenant_id, id, number, refund_id, lot_id, member_id, state, way, channel_id, top_up_id, amount_fen, search_text)
     select $1, p.id, p.number, $2, p.lot_id, $3, 'waiting', p.way, nullif(p.channel_id, '')::uuid, nullif(p.top_up_id, '')::uuid, p.amount_fen, p.search
     from unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::text[])
       as p(id, number, lot_id, way, channel_id, top_up_id, amount_fen, search)`,
    [
      tenantId,
      id,
      memberId,
      uuidList(made.map(one => one.id)),
      textList(made.map(one => one.number)),
      uuidList(made.map(one => one.lotId)),
      textList(made.map(one => one.way)),
      textList(made.map(one => one.channelId ?? '')),
      textList(made.map(one => one.source?.id ?? '')),
      bigintList(made.map(one => one.amount)),
      textList(made.map(({ number }) => searchText(refundPart, { number, receipt: null }))),
    ],
  )
}

/**
 * Grants a refund: what was on hold becomes payable, gift and principal that fall with it go back to where gifts are booked, the
 * lots remember what was taken, and each way gets its part. Nothing of it is paid out yet.
 *
 * @throws Refusal `payments.refundDecided`, `members.owesFirst`, `payments.holdChanged`, and what `mustStillHold` finds
 */
export async function approveRefund(call: Call, refundId: string): Promise<{ journalId: string }> {
  const { tx, caller } = call
  const { tenantId } = caller
  const found = await undecided(tx, tenantId, refundId, 'approved')
  const { wallet } = await lockMoneyOf(tx, tenantId, found.memberId)
  // A debt may have come since it was asked for.
  if (wallet.owed > ZERO_FEN) throw new Refusal('members.owesFirst')
  const hold = await holdOf(tx, tenantId, found)
  const takes = await readTakes(tx, tenantId, refundId)
  const sources = await mustStillHold(tx, tenantId, found, takes)
  const now = Date.now()
  const bookedOn = await accountingDayOf(tx, tenantId, now)
  const { journalId, bookedOn: booked } = await bookGrant(
    call,
    hold,
    found,
    takes,
    entryOf(call, refundId, 'granted', now, bookedOn),
  )
  await takeFromLots(tx, tenantId, found.memberId, takes)
  await insertParts(tx, tenantId, found, partsOfTakes(takes, sources))
  await writeDecision(call, found, { decision: 'approved', reason: null, bookedOn: booked })
  return { journalId }
}

async function bookGrant(call: Call, hold: Hold, { memberId }: Undecided, takes: readonly StoredTake[], entry: Entry) {
  const { tx, caller } = call
  const { tenantId } = caller
  const [payable, marketing] = await openAccounts(tx, [
    { tenantId, code: 'refund_payable' },
    { tenantId, code: 'marketing_cost' },
  ])
  const accounts = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)?.accounts
  if (!payable || !marketing || !accounts) throw new Error(`refund of member ${memberId}: accounts are missing`)
  const sum = (pick: (take: StoredTake) => StoredTake['from_gift_fen']) => sumFen(takes.map(pick))
  const fromGift = sum(take => take.from_gift_fen)
  const revalued: Posting[] =
    fromGift > ZERO_FEN ? [{ debit: accounts.principal, credit: payable, amount_fen: fromGift }] : []
  const [posted] = await postHolds(tx, [
    {
      ...entry,
      holdId: hold.id,
      kind: 'withdrawal',
      lines: [
        { to: payable, principal_fen: sum(take => take.from_principal_fen), gift_fen: ZERO_FEN },
        // Gift never leaves as gift: it becomes principal in the same journal (decision 402).
        { to: accounts.principal, principal_fen: ZERO_FEN, gift_fen: fromGift },
        {
          to: marketing,
          principal_fen: sum(take => take.forfeited_principal_fen),
          gift_fen: sum(take => take.forfeited_gift_fen),
        },
      ],
      extra: revalued,
    },
  ])
  return mustPost(posted)
}

async function takeFromLots(tx: Tx, tenantId: string, memberId: string, takes: readonly StoredTake[]): Promise<void> {
  const lots = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)?.lots ?? []
  const after = takes.map(take => {
    const lot = lots.find(one => one.id === take.lot_id)
    if (!lot) throw new Error(`there is no lot ${take.lot_id}`)
    return afterRefund(lot, takeOf(take))
  })
  await tx.execute(
    `update payments_lot l set refunded_fen = f.refunded, forfeited_fen = f.forfeited, principal_taken_fen = f.taken, version = l.version + 1, updated_at = now()
     from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) as f(id, refunded, forfeited, taken)
     where l.tenant_id = $1 and l.id = f.id`,
    [
      tenantId,
      uuidList(after.map(lot => lot.id)),
      bigintList(after.map(lot => lot.refunded)),
      bigintList(after.map(lot => lot.forfeited)),
      bigintList(after.map(lot => lot.principalTaken)),
    ],
  )
}

/** Ends a refund that nobody grants: its money is free again. @throws Refusal `payments.refundDecided`, `payments.holdChanged` */
export async function dropRefund(
  call: Call,
  refundId: string,
  decision: 'rejected' | 'withdrawn',
  reason: string | null,
): Promise<void> {
  const { tx, caller } = call
  const { tenantId } = caller
  const found = await undecided(tx, tenantId, refundId, decision)
  await lockMoneyOf(tx, tenantId, found.memberId)
  const hold = await holdOf(tx, tenantId, found)
  const now = Date.now()
  const bookedOn = await accountingDayOf(tx, tenantId, now)
  const [released] = await voidHolds(tx, [{ ...entryOf(call, refundId, 'released', now, bookedOn), holdId: hold.id }])
  mustPost(released)
  await writeDecision(call, found, { decision, reason, bookedOn: null })
}

/** What was decided on a refund; `bookedOn` when it was granted. */
interface Decision {
  decision: RefundDecided['decision']
  reason: string | null
  bookedOn: BusinessDay | null
}

/** Returns whether a person may pay out money of members, which is of no station. */
async function mayPayOut(tx: Tx, tenantId: string, userId: string): Promise<boolean> {
  const person = await callerOfPerson(tx, { tenantId, userId }, 'zh')
  return person !== null && may(person, `${refundPart.name}:payOut`) && seesWholeTenant(person)
}

/** Writes a decision down and tells of it. */
async function writeDecision(
  { tx, caller }: Call,
  { id, number, amount, askerId }: Undecided,
  { decision, reason, bookedOn }: Decision,
): Promise<void> {
  const { userId: deciderId, displayName: decidedBy } = caller
  await tx.execute(
    `update payments_refund set state = $3, decided_by = $4, decided_at = now(), decision = $5, booked_on = $6, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, decision, decidedBy, reason, bookedOn],
  )
  const toPay = decision === 'approved' ? await waitsForPayer(tx, caller.tenantId, id) : ZERO_FEN
  const isToPay = toPay > ZERO_FEN
  const body: RefundDecided = {
    number,
    amount_fen: String(amount),
    decision,
    askerId,
    deciderId,
    decidedBy,
    reason,
    askerPays: isToPay && (await mayPayOut(tx, caller.tenantId, askerId)),
    byChannel: decision === 'approved' && !isToPay,
    toPay_fen: String(toPay),
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: REFUND_DECIDED, key: id, body: { ...body } }])
}
