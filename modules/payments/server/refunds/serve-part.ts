import { fen, formatFen, ZERO_FEN } from '@wattyard/money'
import { receiptNumber } from '@wattyard/members/contract'
import type { CommandInput, RowOf } from '@wattyard/resource'
import {
  type Call,
  col,
  emit,
  invalid,
  newId,
  Refusal,
  searchText,
  type SecondPersonRule,
  serveResource,
  type ServedResource,
  type Tx,
} from '@wattyard/server-kit'
import {
  type ChannelKind,
  isByHand,
  isMoving,
  numberOf,
  PART_STATES,
  type PartEvent,
  type PartState,
  partTransition,
  refundPart,
} from '../../contract/index.ts'
import { PAYOUT_FAILED, type PayoutFailed } from '../../contract/events.ts'
import { arrivalOf, openChannel } from '../channels/stored-channel.ts'
import { lostKeysOf } from '../channels/lost-keys.ts'
import { aboutPayOut, aboutReroute, partsToOthers } from './about-part.ts'
import { deskHas } from './cash-desk.ts'
import { giftsBack, returnPart } from './give-back.ts'
import { lateParts } from './late-parts.ts'
import { heirsOf, lockRefund } from './stored-refunds.ts'
import { unheardParts } from './sent/unheard-parts.ts'
import type { RefundNews } from './tell-screens.ts'
import { bookPayOut, type PartWriter, writePart } from './write-part.ts'

const INNER = { lot_id: col.uuid, receipt_key: col.text.orNull, journal_id: col.uuid.orNull }

type PartRow = RowOf<typeof refundPart> & { lot_id: string }
type Input<N extends keyof (typeof refundPart)['commands']> = CommandInput<typeof refundPart, N>

const only = (rows: readonly PartRow[]): PartRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

const writerOf = ({ caller }: Pick<Call, 'caller'>): PartWriter => ({
  tenantId: caller.tenantId,
  actor: caller.displayName,
})

/** Returns what an event makes of a part that no channel was asked about. */
const transitionOf = ({ state, way }: { state: PartState; way: ChannelKind }, event: PartEvent) =>
  partTransition(state, event, {
    isByHand: isByHand(way),
    unknownAnswers: 0,
    sinceSentMs: 0,
    heir: null,
    isUnproved: false,
    isRefused: false,
  })

/** Returns the next state. @throws Refusal as the table of transitions says */
function mustMove(row: { state: PartState; way: ChannelKind }, event: PartEvent): PartState {
  const next = transitionOf(row, event)
  if (!next.ok) throw new Refusal(next.code)
  return next.state
}

/** Returns a receipt for comparison, kept for this transaction alone. @throws Refusal on `receipt` */
async function mustBeNewReceipt(tx: Tx, tenantId: string, receipt: string): Promise<string> {
  const key = receiptNumber(receipt)
  if (key === '') throw invalid({ receipt: { key: 'payments.field.noReceipt' } })
  // Two pay-outs with one receipt wait here for each other, so that the second is told in words.
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('payments.receipt' || $1 || $2, 0))", [tenantId, key])
  const taken = await tx.query('select 1 from payments_refund_part where tenant_id = $1 and receipt_key = $2', [
    tenantId,
    key,
  ])
  if (taken.length) throw invalid({ receipt: { key: 'kernel.field.taken' } })
  return key
}

/** Returns what becomes of a part that a person has paid out, and by what. @throws Refusal, on `receipt` when it is none or was used */
async function paidBy(tx: Tx, tenantId: string, row: PartRow, { channel: channelId, receipt }: Input<'payOut'>) {
  const state = mustMove(row, 'paid-by-hand')
  const channel = await openChannel(tx, tenantId, channelId)
  if (channel.kind !== row.way) throw new Refusal('payments.otherWay')
  return { state, channel, receiptKey: await mustBeNewReceipt(tx, tenantId, receipt) }
}

/** Handles `payOut`: a person has paid, and enters by which channel and with which receipt. */
async function payOut(call: Call, rows: readonly PartRow[], input: Input<'payOut'>) {
  const row = only(rows)
  const { tx, caller } = call
  await lockRefund(tx, caller.tenantId, row.refund_id)
  const { state, channel, receiptKey } = await paidBy(tx, caller.tenantId, row, input)
  const booked = await bookPayOut(tx, writerOf(call), row, { ...arrivalOf(channel), tenantId: caller.tenantId })
  const { receipt } = input
  await writePart(call.tx, writerOf(call), row, state, {
    channelId: channel.id,
    receipt,
    receiptKey,
    isPaid: true,
    ...booked,
  })
  return { journalId: booked.journalId }
}

async function callOff(call: Call, rows: readonly PartRow[], { reason }: Input<'callOff'>) {
  const row = only(rows)
  const { tenantId, userId: byId, displayName: by } = call.caller
  await lockRefund(call.tx, tenantId, row.refund_id)
  await writePart(call.tx, writerOf(call), row, mustMove(row, 'called-off'), { reason })
  const body: PayoutFailed = {
    number: row.number,
    amount_fen: String(row.amount_fen),
    state: 'failed',
    reason,
    byId,
    by,
  }
  await emit(call.tx, [{ tenantId, topic: PAYOUT_FAILED, key: row.id, body: { ...body } }])
  return {}
}

/** A part that takes the place of another. */
interface Heir {
  way: ChannelKind
  channelId: string | null
  payee: string | null
  account: string | null
}

async function makeHeir({ tx, caller }: Call, row: PartRow, heir: Heir): Promise<string> {
  const id = newId()
  const number = numberOf('refundPart', id)
  await tx.execute(
    `insert into payments_refund_part (tenant_id, id, number, refund_id, lot_id, member_id, state, way, channel_id, top_up_id, amount_fen, payee, account,
       replaces_id, search_text)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      caller.tenantId,
      id,
      number,
      row.refund_id,
      row.lot_id,
      row.member_id,
      heir.way,
      heir.channelId,
      row.top_up_id,
      row.amount_fen,
      heir.payee,
      heir.account,
      row.id,
      searchText(refundPart, { number, receipt: null }),
    ],
  )
  return number
}

/** Handles `retry`: the same way once more, under a number of its own. */
async function retry(call: Call, rows: readonly PartRow[]) {
  const row = only(rows)
  await lockRefund(call.tx, call.caller.tenantId, row.refund_id)
  const state = mustMove(row, 'retried')
  const { way, channel_id: channelId, payee, account } = row
  const number = await makeHeir(call, row, { way, channelId, payee, account })
  await writePart(call.tx, writerOf(call), row, state, {})
  return { number }
}

/** Handles `reroute`: another way, after a waiting part was called off. */
async function reroute(
  call: Call,
  rows: readonly PartRow[],
  { channel: channelId, payee, account, reason }: Input<'reroute'>,
) {
  const row = only(rows)
  const { tx, caller } = call
  await lockRefund(tx, caller.tenantId, row.refund_id)
  const { state, way } = await otherWay(tx, caller.tenantId, row, { channelId, account: account ?? null })
  const number = await makeHeir(call, row, { way, channelId, payee, account: account ?? null })
  await writePart(call.tx, writerOf(call), row, state, { reason })
  return { number }
}

/** A bank account: digits, in groups or not. Those of banks in China have more than the fewest, and no country has more than the most. */
const isBankAccount = (account: string): boolean => /^\d(?:[ -]?\d){7,31}$/.test(account)

/** Returns what becomes of a part that goes another way. @throws Refusal, on `account` when a transfer has none, or it is none */
async function otherWay(
  tx: Tx,
  tenantId: string,
  row: Pick<PartRow, 'state' | 'way'>,
  { channelId, account }: { channelId: string; account: string | null },
): Promise<{ state: PartState; way: ChannelKind }> {
  const state = mustMove(stopped(row), 'rerouted')
  const { kind: way } = await openChannel(tx, tenantId, channelId)
  if (way === 'bank' && !account) throw invalid({ account: { key: 'kernel.field.required' } })
  if (way === 'bank' && !isBankAccount(account ?? '')) throw invalid({ account: { key: 'payments.field.noAccount' } })
  return { state, way }
}

/** Returns a part as it is once nobody waits for it any more: what was not sent is called off first. */
function stopped({ state, way }: Pick<PartRow, 'state' | 'way'>): { state: PartState; way: ChannelKind } {
  return { state: state === 'waiting' ? mustMove({ state, way }, 'called-off') : state, way }
}

/** Handles `giveBack`: the money is in the wallet again, as a lot of its own. */
async function giveBack(call: Call, rows: readonly PartRow[], { reason }: Input<'giveBack'>) {
  const row = only(rows)
  await lockRefund(call.tx, call.caller.tenantId, row.refund_id)
  const state = mustMove(row, 'given-back')
  const { paidDebt, ...booked } = await returnPart(call, { ...row, amount_fen: fen(row.amount_fen) })
  await writePart(call.tx, writerOf(call), row, state, { reason, ...booked })
  return { journalId: booked.journalId, paidDebt: formatFen(paidDebt) }
}

const pageOf = (id: string) => `/wallet/refundBill?part=payouts&open=${id}` as const

/** Money that goes to somebody whom a person names takes two people, however little it is. */
const NAMED_PAYEE: SecondPersonRule<typeof refundPart, 'reroute', typeof INNER> = {
  from_fen: 0n,
  side: 'gives',
  switched: true,
  restsOn: ['state', 'amount_fen'],
  about: aboutReroute,
  page: pageOf,
  async weigh({ tx, caller }, row, { channel, account }) {
    await otherWay(tx, caller.tenantId, row, { channelId: channel, account: account ?? null })
    // The refund itself was weighed when it was granted.
    return { moves_fen: row.amount_fen, counts_fen: ZERO_FEN, party: row.member_id, always: true }
  },
}

/** Cash that the desk does not have by the books came from somewhere that nobody entered: a second person looks. */
const BEYOND_DESK: SecondPersonRule<typeof refundPart, 'payOut', typeof INNER> = {
  from_fen: 0n,
  side: 'gives',
  switched: true,
  restsOn: ['state', 'amount_fen'],
  about: aboutPayOut,
  page: pageOf,
  async weigh({ tx, caller, approval }, row, input) {
    if (row.way !== 'cash') return null
    const { tenantId } = caller
    await paidBy(tx, tenantId, row, input)
    if (!approval && (await deskHas(tx, tenantId, row.amount_fen))) return null
    return { moves_fen: row.amount_fen, counts_fen: ZERO_FEN, party: row.member_id, always: true }
  },
}

const EVENT_OF = {
  payOut: 'paid-by-hand',
  callOff: 'called-off',
  retry: 'retried',
  reroute: 'rerouted',
  giveBack: 'given-back',
} as const satisfies Record<keyof (typeof refundPart)['commands'], PartEvent>

/** Returns why a command does not fit a part now; null when it does. */
function refusalOf(action: keyof typeof EVENT_OF, row: Pick<PartRow, 'state' | 'way'>): string | null {
  const isSilent = row.state === 'waiting' && !isByHand(row.way)
  if (action === 'payOut' && isSilent) return 'payments.channelSilent'
  const at = action === 'reroute' && row.state === 'waiting' ? { state: 'failed' as const, way: row.way } : row
  const next = transitionOf(at, EVENT_OF[action])
  return next.ok ? null : next.code
}

/** Returns the channels by which a person can pay out: of one kind, or of any. */
async function openHandChannels(tx: Tx, way: ChannelKind | null): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    `select id from payments_channel where tenant_id = $1 and state = 'open' and kind in ('bank', 'cash') and ($2::text is null or kind = $2)`,
    [tx.tenantId, way],
  )
  return rows.map(row => row.id)
}

/** Serves parts of refunds: a person pays them out, ends them, or chooses another way. */
export function serveRefundPart(tell: RefundNews): ServedResource {
  return serveResource(refundPart, {
    inner: INNER,
    commands: {
      payOut: (call, rows, input) => tell(call, payOut(call, rows, input)),
      callOff: (call, rows, input) => tell(call, callOff(call, rows, input)),
      retry: (call, rows) => tell(call, retry(call, rows)),
      reroute: (call, rows, input) => tell(call, reroute(call, rows, input)),
      giveBack: (call, rows, input) => tell(call, giveBack(call, rows, input)),
    },
    secondPerson: { payOut: BEYOND_DESK, reroute: NAMED_PAYEE },
    choices: {
      payOut: { channel: (tx, rows) => openHandChannels(tx, rows[0]?.way ?? null) },
      reroute: { channel: tx => openHandChannels(tx, null) },
    },
    allows: (action, row) => action === 'update' || action === 'delete' || refusalOf(action, row) === null,
    whyNot: (action, row) =>
      action === 'update' || action === 'delete' ? undefined : (refusalOf(action, row) ?? undefined),
    async decorate(tx, _caller, records) {
      const ids = records.map(record => record.id)
      const toOthers = await partsToOthers(tx, ids)
      const heirs = await heirsOf(tx, ids)
      const gifts = await giftsBack(tx, ids)
      const lates = await lateParts(tx, ids)
      const unheard = await unheardParts(tx, ids)
      const channels = records.flatMap(({ channel }) => (typeof channel === 'string' ? [channel] : []))
      const lost = await lostKeysOf(tx, [...new Set(channels)])
      for (const record of records) {
        const heir = heirs.get(record.id)
        record.otherPayee = toOthers.has(record.id)
        record.replacedBy = heir?.number ?? null
        record.heir = heir?.id ?? null
        const gift = gifts.get(record.id)
        record.giftBack = gift === undefined ? null : formatFen(gift)
        record.unheard = unheard.get(record.id) ?? null
        record.keysLost =
          lost.has(String(record.channel)) && isMoving(PART_STATES.find(one => one === record.state) ?? 'done')
        const late = lates.get(record.id)
        record.late = late?.before ?? null
        record.taken = late ? formatFen(late.taken) : null
        record.owedAfter = late ? formatFen(late.owed) : null
      }
    },
  })
}
