import { type Fen, fen, formatFen, subFen, ZERO_FEN } from '@wattyard/money'
import { field } from '@wattyard/resource'
import type { WalletParts } from '@wattyard/members/contract'
import { type AccountMove, movesOfAccounts } from '@wattyard/ledger/server'
import { openWallets, type WalletAccounts } from '@wattyard/members/server'
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
import { lotsOf, type StoredLot } from './stored-lots.ts'

const PARTS = ['principal', 'gift'] as const
type Part = (typeof PARTS)[number]
const ON_HOLD = { principal: 'frozen', gift: 'frozenGift' } as const satisfies Record<Part, keyof WalletAccounts>

const none: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }
const onWire = ({ principal, gift }: WalletParts) => ({ principal: formatFen(principal), gift: formatFen(gift) })

/** A payment with the wallet it went into. */
interface PaidInto {
  lot: StoredLot
  lots: readonly StoredLot[]
  accounts: WalletAccounts
  kind: ChannelKind
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
  const lot = lots.find(one => one.paymentId === id)
  const accounts = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)?.accounts
  if (!lot || !accounts) throw new Error(`payment ${id} has no lot`)
  return { lot, lots, accounts, kind: found.kind, paidDebt: fen(found.paid_debt_fen) }
}

/**
 * Returns whether a reversal would find a payment that a person entered, and whole; the books ask again when it is made, also
 * whether the debt that it paid was refunded since.
 */
function canReverse({ lot, kind, paidDebt }: PaidInto, courses: Readonly<Record<Part, LotCourse>> | null): boolean {
  if (!isByHand(kind) || lot.journalId === null) return false
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

/** Returns the course of the lot in one kind of money, of which it may have had none. */
function courseOf({ lot, lots, accounts }: PaidInto, part: Part, moves: readonly AccountMove[]): LotCourse {
  const ids = new Set([accounts[part].id, accounts[ON_HOLD[part]].id])
  const nothing = { lotId: lot.id, credited: ZERO_FEN, refunded: ZERO_FEN, rest: ZERO_FEN, uses: [] }
  const { lots: courses } = replayLots(walletMovements(part, lots, moves, ids))
  return courses.find(course => course.lotId === lot.id) ?? nothing
}

/** Uses of both kinds of money by source, in the order of the first of each. */
function joinUses(courses: Readonly<Record<Part, LotCourse>>): [UseSource, WalletParts][] {
  const joined = new Map<string, WalletParts>()
  for (const part of PARTS)
    for (const { source, amount } of courses[part].uses)
      joined.set(source, { ...(joined.get(source) ?? none), [part]: amount })
  return [...joined].map(([text, amounts]) => [readSource(text), amounts])
}

async function usageOf(tx: Tx, caller: Caller, index: ResourceIndex, id: string) {
  const into = await paidInto(tx, caller, id)
  const { lot, accounts } = into
  const moves = { principal: await movesOf(tx, accounts, 'principal'), gift: await movesOf(tx, accounts, 'gift') }
  const credited = onWire(lot.credited)
  const journals = lot.journalId === null ? [] : [lot.journalId]
  if (!moves.principal || !moves.gift)
    return {
      uses: [],
      credited,
      refunded: onWire(none),
      rest: onWire(none),
      journals,
      canReverse: canReverse(into, null),
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
    refunded: onWire({ principal: principal.refunded, gift: gift.refunded }),
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
