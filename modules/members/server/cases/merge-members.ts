import { type Fen, formatFen, ZERO_FEN } from '@wattyard/money'
import type { Posting } from '@wattyard/ledger/contract'
import { mustPost, postJournals } from '@wattyard/ledger/server'
import type { RowOf } from '@wattyard/resource'
import {
  type Call,
  type Caller,
  col,
  columnsNamed,
  invalid,
  newId,
  Refusal,
  rowInScope,
  type Route,
  type SecondPersonRule,
  serveCall,
  type Tx,
} from '@wattyard/server-kit'
import { aboutMerge } from '../about-member.ts'
import { freeze, member, merge, previewMerge } from '../../contract/index.ts'
import { accountingDayOf } from '../accounting-day.ts'
import type { MembersPorts, OpenThing } from '../ports.ts'
import { type OpenWallet, openWallets, walletsOf } from '../wallets.ts'
import { showFlags } from './derive-flags.ts'
import { FREEZE_SOURCE, holdFor, lockWallet, releaseHold } from './freeze-money.ts'

/** Source of the journal that moves a wallet into another one. */
export const MERGE_SOURCE = merge.name

type MemberRow = RowOf<typeof member>

/** Returns what of either account is under way; nothing may be, because its end would find another account. */
async function openThings(tx: Tx, ports: MembersPorts, tenantId: string, ids: readonly string[]): Promise<OpenThing[]> {
  const found = new Set<OpenThing>()
  for (const id of ids) {
    for (const one of await ports.openCharges(tx, tenantId, id)) found.add(one)
    for (const one of await ports.openPayments(tx, tenantId, id)) found.add(one)
  }
  return [...found]
}

/** @throws Refusal that names the first thing under way */
async function mustBeQuiet(tx: Tx, ports: MembersPorts, tenantId: string, ids: readonly string[]): Promise<void> {
  const [open] = await openThings(tx, ports, tenantId, ids)
  if (open) throw new Refusal(`members.open.${open}`)
}

/** @throws Refusal on `into` for the same account, or one that has ended */
function mustFit(from: Pick<MemberRow, 'id'>, into: Pick<MemberRow, 'id' | 'status'>): void {
  if (from.id === into.id) throw invalid({ into: { key: 'members.field.sameAccount' } })
  if (into.status !== 'active' && into.status !== 'blocked')
    throw invalid({ into: { key: 'members.field.endedAccount' } })
}

/** Locks both members in the order of their ids; the command has locked one of them. */
async function lockInto(call: Call, intoId: string): Promise<MemberRow> {
  return rowInScope(call.tx, call.caller, member, intoId, { lock: true })
}

/** Returns the lock of both members in one order, before the command locks its own record. */
export async function lockBoth({ tx, caller: { tenantId } }: Call, ids: readonly string[]): Promise<void> {
  await tx.execute(
    'select 1 from members_member where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    [tenantId, [...new Set(ids)].toSorted()],
  )
}

const postingsOf = (from: OpenWallet, into: OpenWallet): Posting[] =>
  [
    { debit: from.accounts.principal, credit: into.accounts.principal, amount_fen: from.wallet.principal },
    { debit: from.accounts.gift, credit: into.accounts.gift, amount_fen: from.wallet.gift },
    { debit: into.accounts.receivable, credit: from.accounts.receivable, amount_fen: from.wallet.owed },
  ].filter(({ amount_fen }) => amount_fen > ZERO_FEN)

/** Open freezes of a member, locked; their members are locked before. */
const FREEZE = { ...columnsNamed(freeze, 'id', 'principal_fen', 'gift_fen', 'reason'), hold_id: col.uuid }
const openFreezes = (tx: Tx, tenantId: string, memberId: string) =>
  tx.query(
    FREEZE,
    `select id, principal_fen, gift_fen, reason, hold_id from members_freeze
     where tenant_id = $1 and member_id = $2 and state = 'open' order by id for update`,
    [tenantId, memberId],
  )

/**
 * Moves all that an account has into another one of the same person, in one transaction: balances, what is frozen, debts and cards. Lots keep
 * what is left of each. Orders, top-ups, refunds and journals keep their own member; what still comes of them, comes to the account that has the
 * money. The debt is not set off: each kind of account has the same sum before and after.
 *
 * @throws Refusal `members.open.<what>` while something of either account is under way; on `into`
 */
export async function mergeMembers(
  call: Call,
  ports: MembersPorts,
  from: MemberRow,
  { into: intoId, reason }: { readonly into: string; readonly reason: string },
) {
  const { tx, caller } = call
  const { tenantId, displayName: actor } = caller
  if (from.id === intoId) throw invalid({ into: { key: 'members.field.sameAccount' } })
  const into = await lockInto(call, intoId)
  mustFit(from, into)
  const ids = [from.id, into.id]
  await mustBeQuiet(tx, ports, tenantId, ids)
  const freezes = await openFreezes(tx, tenantId, from.id)
  await ports.lockLots(tx, tenantId, ids)
  await openWallets(
    tx,
    ids.map(memberId => ({ tenantId, memberId })),
    { lock: true },
  )
  await ports.fixLots(tx, tenantId, ids)
  const id = newId()
  for (const one of freezes)
    await releaseHold(tx, {
      tenantId,
      id: one.id,
      holdId: one.hold_id,
      key: `${MERGE_SOURCE}:${id}:release:${one.id}`,
      actor,
    })
  const journalId = await transfer(tx, { tenantId, id, fromId: from.id, intoId: into.id, actor })
  for (const one of freezes) await freezeAgain(tx, { tenantId, mergeId: id, intoId: into.id, actor, freeze: one })
  const number = `${from.code} → ${into.code}`
  await writeMerge(tx, { tenantId, id, fromId: from.id, intoId: into.id, actor, reason, number, ...journalId })
  // Whoever is kept from charging stays so under the other account, which is the same person's.
  if (from.status === 'blocked')
    await tx.execute(
      `update members_member set status = 'blocked', blocked_reason = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2 and status = 'active'`,
      [tenantId, into.id, from.blocked_reason],
    )
  return { into: into.code }
}

interface Merge {
  readonly tenantId: string
  readonly id: string
  readonly fromId: string
  readonly intoId: string
  readonly actor: string
  readonly reason: string
}

interface Moved {
  readonly journalId: string | null
  readonly principal: Fen
  readonly gift: Fen
  readonly owed: Fen
}

async function transfer(tx: Tx, { tenantId, id, fromId, intoId, actor }: Omit<Merge, 'reason'>): Promise<Moved> {
  const [from, into] = [await lockWallet(tx, tenantId, fromId), await lockWallet(tx, tenantId, intoId)]
  const { principal, gift, owed } = from.wallet
  const postings = postingsOf(from, into)
  if (postings.length === 0) return { journalId: null, principal, gift, owed }
  const now = Date.now()
  const [result] = await postJournals(tx, [
    {
      tenantId,
      idemKey: `${MERGE_SOURCE}:${id}`,
      source: { type: MERGE_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      kind: 'transfer',
      postings,
    },
  ])
  return { journalId: mustPost(result).journalId, principal, gift, owed }
}

async function freezeAgain(
  tx: Tx,
  {
    tenantId,
    mergeId,
    intoId,
    actor,
    freeze: one,
  }: {
    readonly tenantId: string
    readonly mergeId: string
    readonly intoId: string
    readonly actor: string
    readonly freeze: Awaited<ReturnType<typeof openFreezes>>[number]
  },
): Promise<void> {
  const wallet = await lockWallet(tx, tenantId, intoId)
  const { holdId } = await holdFor(tx, wallet, {
    tenantId,
    id: one.id,
    key: `${FREEZE_SOURCE}:${one.id}:hold:${mergeId}`,
    actor,
    parts: { principal: one.principal_fen, gift: one.gift_fen },
  })
  await tx.execute(
    'update members_freeze set member_id = $3, hold_id = $4, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [tenantId, one.id, intoId, holdId],
  )
}

/** Writes the merge down, and what follows of it: accounts merged before lead on, cards and flags have their end. */
async function writeMerge(tx: Tx, merged: Merge & Moved & { readonly number: string }): Promise<void> {
  const { tenantId, id, fromId, intoId, actor, reason, number, journalId, principal, gift, owed } = merged
  await tx.execute(
    `insert into members_merge (tenant_id, id, from_id, into_id, account_id, principal_fen, gift_fen, owed_fen, reason, actor, journal_id, number)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tenantId, id, fromId, intoId, principal, gift, owed, reason, actor, journalId, number],
  )
  await tx.execute(
    'update members_merge set account_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and account_id = $2',
    [tenantId, fromId, intoId],
  )
  await tx.execute(
    `update members_member set merged_into_id = $3, status = 'merged', blocked_reason = null, credit_limit_fen = 0, version = version + 1, updated_at = now()
     where tenant_id = $1 and (id = $2 or merged_into_id = $2)`,
    [tenantId, fromId, intoId],
  )
  await tx.execute(
    'update members_tag set member_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and member_id = $2',
    [tenantId, fromId, intoId],
  )
  await tx.execute(
    `update members_flag set state = 'over', decided_at = now(), version = version + 1, updated_at = now()
     where tenant_id = $1 and member_id = $2 and state = 'open'`,
    [tenantId, fromId],
  )
  await showFlags(tx, tenantId, [fromId])
}

/** Returns the status of an account; null for none. */
async function statusOf(tx: Tx, tenantId: string, id: string): Promise<string | null> {
  const [row] = await tx.query(
    columnsNamed(member, 'status'),
    'select status from members_member where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row?.status ?? null
}

/** Always two people: it cannot be undone. */
export const mergeRule = (ports: MembersPorts): SecondPersonRule<typeof member, 'merge'> => ({
  from_fen: 0n,
  side: 'gives',
  switched: true,
  about: aboutMerge,
  restsOn: ['status'],
  alsoRestsOn: async ({ tx, caller }, _row, { into }) => ({ into: await statusOf(tx, caller.tenantId, into) }),
  async weigh(call, row, { into }) {
    const { tx, caller } = call
    const { tenantId } = caller
    mustFit(row, await rowInScope(tx, caller, member, into))
    await mustBeQuiet(tx, ports, tenantId, [row.id, into])
    const wallet = (await walletsOf(tx, [{ tenantId, memberId: row.id }])).get(row.id)
    const moved = wallet ? wallet.principal + wallet.gift + wallet.frozenPrincipal + wallet.frozenGift : 0n
    return { moves_fen: moved, counts_fen: 0n, party: row.id, always: true }
  },
})

async function previewOf(tx: Tx, ports: MembersPorts, caller: Caller, fromId: string, intoId: string) {
  const { tenantId } = caller
  await rowInScope(tx, caller, member, fromId)
  const into = await rowInScope(tx, caller, member, intoId)
  const wallets = await walletsOf(
    tx,
    [fromId, intoId].map(memberId => ({ tenantId, memberId })),
  )
  const shown = (id: string) => {
    const wallet = wallets.get(id)
    const sum = (...amounts: (Fen | undefined)[]) =>
      formatFen(amounts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n) as Fen)
    return {
      principal: sum(wallet?.principal),
      gift: sum(wallet?.gift),
      frozen: sum(wallet?.frozenPrincipal, wallet?.frozenGift),
      owed: sum(wallet?.owed),
    }
  }
  const [counted] = await tx.query(
    { cards: col.integer, freezes: col.integer },
    `select (select count(*) from members_tag where tenant_id = $1 and member_id = $2)::int as cards,
       (select count(*) from members_freeze where tenant_id = $1 and member_id = $2 and state = 'open')::int as freezes`,
    [tenantId, fromId],
  )
  return {
    from: shown(fromId),
    into: shown(intoId),
    cards: counted?.cards ?? 0,
    freezes: counted?.freezes ?? 0,
    open: await openThings(tx, ports, tenantId, [fromId, intoId]),
    ended: into.status === 'merged' || into.status === 'anonymised' || fromId === intoId,
  }
}

/** Returns the route that says beforehand what a merge would move, and what stands against it. */
export const previewMergeRoute = (ports: MembersPorts): Route =>
  serveCall(previewMerge, {
    work: 'read',
    handle: ({ tx, caller, input }) => previewOf(tx, ports, caller, input.id, input.into),
  })

export { openThings }
