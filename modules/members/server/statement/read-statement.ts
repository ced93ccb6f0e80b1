import { formatFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { type BalanceEnd, movementsOfOwner, ownerBalancesAt, turnoverOfOwner } from '@wattyard/ledger/server'
import { field } from '@wattyard/resource'
import {
  type Caller,
  invalid,
  labelsOf,
  may,
  type ResourceIndex,
  type Route,
  rowInScope,
  serveCall,
  shownTo,
  type Tx,
} from '@wattyard/server-kit'
import { addDays, businessDay, type BusinessDay, daysBetween } from '@wattyard/time'
import {
  type Balances,
  MAX_STATEMENT_DAYS,
  member,
  readBalanceAt,
  readStatement,
  STATEMENT_PAGE,
  withBalances,
} from '../../contract/index.ts'
import { accountsOf, type WalletAccounts } from '../wallets.ts'

type OpenAccounts = Partial<WalletAccounts>

/** Returns amounts by account as amounts of a wallet. */
function balancesFrom(accounts: OpenAccounts, amounts: ReadonlyMap<string, Balances['owed']>): Balances {
  const of = (part: keyof WalletAccounts) => amounts.get(accounts[part]?.id ?? '') ?? ZERO_FEN
  return {
    principal: of('principal'),
    gift: of('gift'),
    frozen: sumFen([of('frozen'), of('frozenGift')]),
    owed: of('receivable'),
  }
}

const openOnes = (accounts: OpenAccounts) => Object.values(accounts)

async function balancesAt(tx: Tx, accounts: OpenAccounts, end: BalanceEnd): Promise<Balances> {
  return balancesFrom(accounts, await ownerBalancesAt(tx, openOnes(accounts), end))
}

/** Returns what changed of all that a member has, less what is owed: money on hold that comes free changes nothing. */
export const netOf = ({ principal, gift, frozen, owed }: Balances) => subFen(sumFen([principal, gift, frozen]), owed)

export const onWire = ({ principal, gift, frozen, owed }: Balances) => ({
  principal: formatFen(principal),
  gift: formatFen(gift),
  frozen: formatFen(frozen),
  owed: formatFen(owed),
})

/** A period of a statement, checked. */
export interface StatementPeriod {
  readonly from: BusinessDay
  readonly to: BusinessDay
}

/**
 * Returns the period that was asked for.
 * @throws Refusal on `to` for an end before its beginning, or more than `MAX_STATEMENT_DAYS`
 */
export function periodOf(input: { readonly from: string; readonly to: string }): StatementPeriod {
  const [from, to] = [businessDay(input.from), businessDay(input.to)]
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ to: { key: 'members.field.endsBeforeItBegins' } })
  if (days > MAX_STATEMENT_DAYS)
    throw invalid({ to: { key: 'members.field.tooManyDays', params: { max: MAX_STATEMENT_DAYS } } })
  return { from, to }
}

interface Asked extends StatementPeriod {
  readonly id: string
  readonly most: number
  readonly after?: { readonly bookedOn: BusinessDay; readonly journalId: string } | undefined
}

/** Returns the movements of a member's wallet in a period, newest first, with the balances at both ends and after each. */
export async function statementOf(tx: Tx, caller: Caller, index: ResourceIndex, { id, from, to, most, after }: Asked) {
  const { tenantId } = caller
  await rowInScope(tx, caller, member, id)
  const accounts = await accountsOf(tx, { tenantId, memberId: id })
  const [opening, closing] = [
    await balancesAt(tx, accounts, { upToDay: addDays(from, -1) }),
    await balancesAt(tx, accounts, { upToDay: to }),
  ]
  const found = await movementsOfOwner(tx, openOnes(accounts), { from, to }, { most: most + 1, after })
  const page = found.slice(0, most)
  const [newest] = page
  const start = newest && after ? await balancesAt(tx, accounts, { upTo: newest }) : closing
  const changed = page.map(movement => ({ ...movement, change: balancesFrom(accounts, movement.changes) }))
  const names = await namesOf(
    tx,
    caller,
    index,
    page.map(({ source }) => source),
  )
  return {
    opening,
    closing,
    moved: await turnoverOfOwner(tx, openOnes(accounts), { from, to }),
    hasMore: found.length > most,
    movements: withBalances(changed, start).map(
      ({ journalId, kind, effectiveAt, bookedOn, source, actor, memo, change, balances }) => ({
        journal: journalId,
        kind,
        at: effectiveAt,
        bookedOn,
        source,
        label: names.get(`${source.type}:${source.id}`) ?? null,
        actor,
        memo: memo === null ? null : shownTo(caller, 'words', memo),
        change,
        balances,
      }),
    ),
  }
}

export type Statement = Awaited<ReturnType<typeof statementOf>>

/** Names records of the types that the caller may read; one statement per type. */
export async function namesOf(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  sources: readonly { readonly type: string; readonly id: string }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [type, own] of Map.groupBy(sources, source => source.type)) {
    // The member itself is what the statement is of.
    if (type === member.name || !may(caller, `${type}:read`)) continue
    const records = own.map(({ id }) => ({ source: id }))
    const labels = await labelsOf(tx, index, { fields: { source: field.ref(type) }, scope: 'shared' }, records, caller)
    for (const [id, label] of Object.entries(labels[type] ?? {})) names.set(`${type}:${id}`, label)
  }
  return names
}

/** Returns the routes of a wallet's statement and of its balance at a moment. */
export const statementRoutes = (index: ResourceIndex): Route[] => [
  serveCall(readStatement, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { id, afterDay, after } = input
      const place = afterDay && after ? { bookedOn: businessDay(afterDay), journalId: after } : undefined
      const asked = { id, ...periodOf(input), most: STATEMENT_PAGE, after: place }
      const { opening, closing, moved, movements, hasMore } = await statementOf(tx, caller, index, asked)
      return {
        opening: onWire(opening),
        closing: onWire(closing),
        moved: { in: formatFen(moved.in_fen), out: formatFen(moved.out_fen) },
        hasMore,
        movements: movements.map(one => ({
          ...one,
          net: formatFen(netOf(one.change)),
          change: onWire(one.change),
          balances: onWire(one.balances),
        })),
      }
    },
  }),
  serveCall(readBalanceAt, {
    work: 'read',
    async handle({ tx, caller, input }) {
      await rowInScope(tx, caller, member, input.id)
      const accounts = await accountsOf(tx, { tenantId: caller.tenantId, memberId: input.id })
      return onWire(await balancesAt(tx, accounts, { happenedBy: input.at }))
    },
  }),
]
