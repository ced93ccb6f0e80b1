import { formatFen, ZERO_FEN } from '@wattyard/money'
import { field } from '@wattyard/resource'
import type { WalletParts } from '@wattyard/members/contract'
import { movesOfAccounts } from '@wattyard/ledger/server'
import { openWallets, type WalletAccounts } from '@wattyard/members/server'
import {
  type Caller,
  col,
  labelsOf,
  Refusal,
  type ResourceIndex,
  type Route,
  scoped,
  serveCall,
  type Tx,
} from '@wattyard/server-kit'
import { type LotCourse, MAX_MOVES, payment, readUsage, replayLots } from '../../contract/index.ts'
import { readSource, type UseSource, walletMovements } from './follow-wallet.ts'
import { lotsOf, type StoredLot } from './stored-lots.ts'

const PARTS = ['principal', 'gift'] as const
const ON_HOLD = { principal: 'frozen', gift: 'frozenGift' } as const satisfies Record<
  keyof WalletParts,
  keyof WalletAccounts
>

const none: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }
const onWire = ({ principal, gift }: WalletParts) => ({ principal: formatFen(principal), gift: formatFen(gift) })

/** Course of one lot in one kind of money; null when the wallet has too many postings, or they do not add up. */
async function courseOf(
  tx: Tx,
  part: keyof WalletParts,
  { lots, lotId, accounts }: { lots: readonly StoredLot[]; lotId: string; accounts: WalletAccounts },
): Promise<LotCourse | null> {
  const ids = [accounts[part].id, accounts[ON_HOLD[part]].id]
  const moves = await movesOfAccounts(tx, accounts[part].tenantId, ids, MAX_MOVES)
  if (moves.length > MAX_MOVES) return null
  const { lots: courses } = replayLots(walletMovements(part, lots, moves, new Set(ids)))
  return (
    courses.find(course => course.lotId === lotId) ?? {
      lotId,
      credited: ZERO_FEN,
      refunded: ZERO_FEN,
      rest: ZERO_FEN,
      uses: [],
    }
  )
}

/** Uses of both kinds of money, by source, in the order of the first of each. */
function joinUses(courses: Readonly<Record<keyof WalletParts, LotCourse>>): [string, WalletParts][] {
  const joined = new Map<string, WalletParts>()
  for (const part of PARTS)
    for (const { source, amount } of courses[part].uses)
      joined.set(source, { ...(joined.get(source) ?? none), [part]: amount })
  return [...joined]
}

async function usageOf(tx: Tx, caller: Caller, index: ResourceIndex, id: string) {
  const where = scoped(caller, payment)
  where.add(`id = ${where.value(id)}`)
  const [found] = await tx.query(
    { member_id: col.uuid, journal_id: col.uuid },
    `select member_id, journal_id from payments_payment where ${where.text}`,
    where.values,
  )
  if (!found) throw new Refusal('kernel.notFound', { status: 404 })
  const { tenantId } = caller
  const memberId = found.member_id
  const lots = await lotsOf(tx, tenantId, [memberId])
  const lot = lots.find(one => one.paymentId === id)
  const accounts = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)?.accounts
  if (!lot || !accounts) throw new Error(`payment ${id} has no lot`)
  const principal = await courseOf(tx, 'principal', { lots, lotId: lot.id, accounts })
  const gift = await courseOf(tx, 'gift', { lots, lotId: lot.id, accounts })
  const journals = [found.journal_id]
  if (!principal || !gift)
    return {
      uses: [],
      credited: onWire(lot.credited),
      refunded: onWire(none),
      rest: onWire(none),
      journals,
      isFollowed: false,
    }
  const both = (key: 'refunded' | 'rest') => onWire({ principal: principal[key], gift: gift[key] })
  const used = joinUses({ principal, gift }).map(([text, amounts]) => ({ ...readSource(text), amounts }))
  const names = await namesOf(tx, caller, index, used)
  const uses = used.map(({ kind, type, id: of, amounts }) => ({
    kind,
    source: { type, id: of },
    label: names.get(`${type}:${of}`) ?? null,
    ...onWire(amounts),
  }))
  return {
    uses,
    credited: onWire(lot.credited),
    refunded: both('refunded'),
    rest: both('rest'),
    journals,
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
    if (!caller.permissions.has(`${type}:read`)) continue
    const asked = { fields: { source: field.ref(type) }, scope: 'shared' as const }
    const labels = await labelsOf(
      tx,
      index,
      asked,
      own.map(({ id }) => ({ source: id })),
      caller,
    )
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
