import { type Fen, fen, formatFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { field } from '@wattyard/resource'
import type { WalletParts } from '@wattyard/members/contract'
import { type AccountMove, movesOfAccounts } from '@wattyard/ledger/server'
import { accountsOfMembers, openWallets, type WalletAccounts } from '@wattyard/members/server'
import {
  type Caller,
  col,
  labelsOf,
  may,
  Refusal,
  type ResourceIndex,
  type Route,
  scoped,
  serveCall,
  type Tx,
} from '@wattyard/server-kit'
import {
  CHANNEL_KINDS,
  type ChannelKind,
  isByHand,
  type LotCourse,
  MAX_MOVES,
  payment,
  readUsage,
  replayLots,
} from '../../contract/index.ts'
import { readSource, type UseSource, walletMovements } from './follow-wallet.ts'
import { type ChargedBack, chargedBackOf, type RefundOfWallet, refundsOfWallet } from '../refunds/stored-refunds.ts'
import { lotsOf, type StoredLot, walletLots } from './stored-lots.ts'

const PARTS = ['principal', 'gift'] as const
type Part = (typeof PARTS)[number]
const ON_HOLD = { principal: 'frozen', gift: 'frozenGift' } as const satisfies Record<Part, keyof WalletAccounts>

const none: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }
const onWire = ({ principal, gift }: WalletParts) => ({ principal: formatFen(principal), gift: formatFen(gift) })

/** A payment with the wallet it went into. */
interface PaidInto {
  lot: StoredLot
  /** The same money that came back out of a refund, as lots of its own. */
  givenBack: readonly StoredLot[]
  refunds: ReadonlyMap<string, RefundOfWallet>
  charged: ReadonlyMap<string, ChargedBack>
  lots: readonly StoredLot[]
  accounts: WalletAccounts
  kind: ChannelKind
  /** Whether the wallet was merged with another one: its movements are of two accounts, and are not followed. */
  isMerged: boolean
  /** Part that paid a debt at once; a reversal brings the debt back. */
  paidDebt: Fen
}

async function paidInto(tx: Tx, caller: Caller, id: string): Promise<PaidInto> {
  const { tenantId } = caller
  const where = scoped(caller, payment)
  where.add(`id = ${where.value(id)}`)
  const [found] = await tx.query(
    { member_id: col.uuid, kind: col.oneOf(CHANNEL_KINDS), paid_debt_fen: col.bigint },
    `select member_id, paid_debt_fen, (select kind from payments_channel c where c.tenant_id = p.tenant_id and c.id = p.channel_id) as kind
     from payments_payment p where ${where.text}`,
    where.values,
  )
  if (!found) throw new Refusal('kernel.notFound', { status: 404 })
  const memberId = found.member_id
  const lots = await lotsOf(tx, tenantId, [memberId])
  const own = lots.filter(one => one.paymentId === id)
  const lot = own.find(one => !one.isGivenBack)
  const accounts = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)?.accounts
  if (!lot || !accounts) throw new Error(`payment ${id} has no lot`)
  const refunds = await refundsOfWallet(tx, tenantId, memberId)
  const account = (await accountsOfMembers(tx, tenantId, [memberId])).get(memberId)
  return {
    lot,
    givenBack: own.filter(one => one.isGivenBack),
    refunds,
    charged: await chargedBackOf(tx, tenantId, memberId),
    lots,
    accounts,
    kind: found.kind,
    isMerged: (account?.memberIds.length ?? 1) > 1,
    paidDebt: fen(found.paid_debt_fen),
  }
}

/**
 * Returns whether a reversal would find a payment that a person entered, and whole; the books ask again when it is made, also
 * whether the debt that it paid was refunded since.
 */
function canReverse(into: PaidInto, courses: Readonly<Record<Part, LotCourse>> | null): boolean {
  const { lot, givenBack, kind, paidDebt } = into
  if (!isByHand(kind) || lot.journalId === null) return false
  // A refund was asked for, or came back: the money is no longer that of the top-up alone.
  if (givenBack.length > 0 || PARTS.some(part => lot.reserved[part] !== ZERO_FEN)) return false
  // Of a wallet that is too busy to follow only the reversal itself can tell.
  if (courses === null) return true
  const { principal, gift } = courses
  const isUntouched = PARTS.every(part => courses[part].refunded === ZERO_FEN)
  return isUntouched && principal.rest >= subFen(lot.credited.principal, paidDebt) && gift.rest === lot.credited.gift
}

/** Movements of one kind of money of a wallet; null when they are too many to follow. */
async function movesOf(tx: Tx, accounts: WalletAccounts, part: Part): Promise<readonly AccountMove[] | null> {
  const ids = [accounts[part].id, accounts[ON_HOLD[part]].id]
  const moves = await movesOfAccounts(tx, accounts[part].tenantId, ids, MAX_MOVES)
  return moves.length > MAX_MOVES ? null : moves
}

/** Returns the course of the payment's lots in one kind of money, of which it may have had none. */
function courseOf(into: PaidInto, part: Part, moves: readonly AccountMove[]): LotCourse {
  const { lot, givenBack, refunds, charged, lots, accounts } = into
  const ids = new Set([accounts[part].id, accounts[ON_HOLD[part]].id])
  const { lots: courses } = replayLots(walletMovements(part, lots, moves, ids, refunds, charged))
  const own = new Set([lot, ...givenBack].map(one => one.id))
  const found = courses.filter(course => own.has(course.lotId))
  const sum = (pick: (course: LotCourse) => Fen): Fen => sumFen(found.map(pick))
  // What an undecided refund will take is left still, and what came back was not refunded after all.
  const reserved = sumFen([lot, ...givenBack].map(one => one.reserved[part]))
  const back = sumFen(givenBack.map(one => one.credited[part]))
  return {
    lotId: lot.id,
    credited: lot.credited[part],
    refunded: subFen(
      sum(course => course.refunded),
      sumFen([reserved, back]),
    ),
    rest: sumFen([sum(course => course.rest), reserved]),
    uses: joinedBySource(found.flatMap(course => course.uses)),
  }
}

/** What came back can be another kind of money than what was taken: gift that was paid out, or principal that fell. */
function netted({ principal, gift }: WalletParts): WalletParts {
  const both = sumFen([principal, gift])
  if (principal < ZERO_FEN) return { principal: ZERO_FEN, gift: both }
  return gift < ZERO_FEN ? { principal: both, gift: ZERO_FEN } : { principal, gift }
}

/** Uses of several lots, one for each source. */
function joinedBySource(uses: LotCourse['uses']): LotCourse['uses'] {
  const joined = new Map<string, Fen>()
  for (const { source, amount } of uses) joined.set(source, sumFen([joined.get(source) ?? ZERO_FEN, amount]))
  return [...joined].flatMap(([source, amount]) => (amount === ZERO_FEN ? [] : [{ source, amount }]))
}

/** Uses of both kinds of money by source, in the order of the first of each. */
function joinUses(courses: Readonly<Record<Part, LotCourse>>): [UseSource, WalletParts][] {
  const joined = new Map<string, WalletParts>()
  for (const part of PARTS)
    for (const { source, amount } of courses[part].uses)
      joined.set(source, { ...(joined.get(source) ?? none), [part]: amount })
  return [...joined].map(([text, amounts]) => [readSource(text), amounts])
}

/** Returns what is left of a lot whose wallet is not followed. */
async function restOf(tx: Tx, { tenantId }: Caller, { id, memberId }: StoredLot): Promise<WalletParts> {
  const wallet = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)
  return wallet?.rests[wallet.lots.findIndex(lot => lot.id === id)] ?? none
}

async function usageOf(tx: Tx, caller: Caller, index: ResourceIndex, id: string) {
  const into = await paidInto(tx, caller, id)
  const { lot, accounts } = into
  const moves = { principal: await movesOf(tx, accounts, 'principal'), gift: await movesOf(tx, accounts, 'gift') }
  const credited = onWire(lot.credited)
  const journals = lot.journalId === null ? [] : [lot.journalId]
  if (into.isMerged || !moves.principal || !moves.gift)
    return {
      uses: [],
      credited,
      refunded: onWire({ principal: lot.refunded, gift: ZERO_FEN }),
      rest: onWire(await restOf(tx, caller, lot)),
      journals,
      canReverse: !into.isMerged && canReverse(into, null),
      isFollowed: false,
    }
  const reversal = moves.principal.find(({ reversesId }) => reversesId === lot.journalId)?.journalId
  const principal = courseOf(into, 'principal', moves.principal)
  const gift = courseOf(into, 'gift', moves.gift)
  const used = joinUses({ principal, gift })
  const names = await namesOf(
    tx,
    caller,
    index,
    used.map(([source]) => source),
  )
  return {
    uses: used.map(([{ kind, type, id: of }, amounts]) => ({
      kind,
      source: { type, id: of },
      label: names.get(`${type}:${of}`) ?? null,
      ...onWire(amounts),
    })),
    credited,
    refunded: onWire(netted({ principal: principal.refunded, gift: gift.refunded })),
    rest: onWire({ principal: principal.rest, gift: gift.rest }),
    journals: reversal === undefined ? journals : [...journals, reversal],
    canReverse: reversal === undefined && canReverse(into, { principal, gift }),
    isFollowed: true,
  }
}

/** Names records of the types that the caller may read; one statement per type. */
async function namesOf(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  sources: readonly UseSource[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [type, own] of Map.groupBy(sources, source => source.type)) {
    if (!may(caller, `${type}:read`)) continue
    const records = own.map(({ id }) => ({ source: id }))
    const labels = await labelsOf(tx, index, { fields: { source: field.ref(type) }, scope: 'shared' }, records, caller)
    for (const [id, label] of Object.entries(labels[type] ?? {})) names.set(`${type}:${id}`, label)
  }
  return names
}

/** Returns the route that says what a top-up was used for. */
export const usageRoute = (index: ResourceIndex): Route =>
  serveCall(readUsage, {
    work: 'read',
    handle: ({ tx, caller, input }) => usageOf(tx, caller, index, input.id),
  })
