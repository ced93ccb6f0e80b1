import { formatFen, type Fen, fen, ZERO_FEN } from '@wattyard/money'
import { type BusinessDay, businessDay } from '@wattyard/time'
import {
  type Call,
  col,
  invalid,
  type PersonalReader,
  Refusal,
  type ResourceIndex,
  type Route,
  serveCall,
  shownTo,
  type Tx,
} from '@wattyard/server-kit'
import {
  listAccountsOfCode,
  MAX_ACCOUNTS,
  MAX_STATEMENT_LINES,
  readStatement,
  readTrialBalance,
} from '../../contract/calls/books.ts'
import type { Account, OwnerType } from '../../contract/index.ts'
import { booksOf } from '../close-books.ts'
import { accountsById } from '../open-accounts.ts'
import { firstJournalDay } from '../read/day.ts'
import { nameSources } from '../read/name-sources.ts'
import { accountTitles } from './account-titles.ts'
import { accountStatement, type LinePlace, type StatementLine } from './account-statement.ts'
import { accountsOfDays, type CodeOfDays, type MovedBalance, trialOfDays } from './trial-of-days.ts'

/** Names of the owners of accounts by id, as a reader may see them; owners without a name are left out. */
export type OwnerNames = (
  call: Pick<Call, 'tx' | 'caller' | 'language'>,
  index: ResourceIndex,
  ownerType: OwnerType,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** Returns the routes of what accountants read: trial balance, accounts of a code, statement of an account. */
export function booksRoutes(index: ResourceIndex, ownerNames: OwnerNames): Route[] {
  return [
    serveCall(readTrialBalance, {
      work: 'read',
      async handle({ tx, caller: { tenantId }, input }) {
        const rows = await trialOfDays(tx, { tenantId, ...mustBeInOrder(input) })
        const books = await booksOf(tx, tenantId)
        const titles = await accountTitles(tx, tenantId)
        return {
          list: inOrderOfNumbers(rows, titles).map(({ code, kind, currency, accounts, accountId, ...sums }) => ({
            code,
            kind,
            currency,
            accounts,
            account: accountId,
            number: titles[code].number,
            name: titles[code].name,
            isOwnNumber: titles[code].isOwn,
            ...onBothSides(sums),
          })),
          firstDay: await firstJournalDay(tx, tenantId),
          lastDay: await lastJournalDay(tx, tenantId),
          closedUntil: books.closedUntil,
          asOf: Date.now(),
        }
      },
    }),
    serveCall(listAccountsOfCode, {
      work: 'read',
      async handle(call) {
        const { tx, caller, input } = call
        const days = mustBeInOrder(input)
        const { list, total } = await accountsOfDays(tx, {
          tenantId: caller.tenantId,
          code: input.code,
          ...days,
          limit: MAX_ACCOUNTS,
        })
        const names = await namesOf(call, index, ownerNames, list)
        return {
          list: list.map(({ id, currency, ownerType, ownerId, ...sums }) => ({
            id,
            currency,
            ownerType,
            ownerId,
            owner: names.get(ownerId) ?? null,
            ...onBothSides(sums),
          })),
          total,
        }
      },
    }),
    serveCall(readStatement, { work: 'read', handle: call => statement(call, index, ownerNames) }),
  ]
}

async function statement(
  call: Call<{ account: string; from: string; to: string; after?: string | undefined }>,
  index: ResourceIndex,
  ownerNames: OwnerNames,
) {
  const { tx, caller, input } = call
  const { tenantId } = caller
  const days = mustBeInOrder(input)
  const account = (await accountsById(tx, [{ tenantId, id: input.account }])).get(input.account)
  if (!account) throw new Refusal('kernel.notFound', { status: 404 })
  const page = await accountStatement(tx, {
    account,
    ...days,
    after: input.after === undefined ? null : placeOf(input.after, days),
    limit: MAX_STATEMENT_LINES,
  })
  const names = await namesOf(call, index, ownerNames, [account])
  const title = (await accountTitles(tx, tenantId))[account.code]
  const lines = page.lines.map(line => ({
    line,
    sourceType: line.source.type,
    sourceId: line.source.id,
    sourceName: '',
  }))
  await nameSources(tx, caller, lines, index)
  const last = page.lines.at(-1)
  return {
    account: {
      id: account.id,
      code: account.code,
      kind: account.kind,
      currency: account.currency,
      ownerType: account.ownerType,
      ownerId: account.ownerId,
      owner: names.get(account.ownerId) ?? null,
      number: title.number,
      name: title.name,
    },
    opening: formatFen(page.opening_fen),
    debits: formatFen(page.debits_fen),
    credits: formatFen(page.credits_fen),
    closing: formatFen(page.closing_fen),
    lines: lines.map(({ line, sourceName }) => lineOnTheWire(caller, line, sourceName === '' ? null : sourceName)),
    next: page.hasMore && last ? placeText(last) : null,
  }
}

function lineOnTheWire(reader: PersonalReader, line: StatementLine, sourceName: string | null) {
  const amount = formatFen(line.amount_fen)
  return {
    place: placeText(line),
    journal: line.journalId,
    bookedOn: line.day,
    effectiveAt: line.effectiveAt,
    kind: line.kind,
    source: { ...line.source, name: sourceName },
    memo: shownTo(reader, 'words', line.memo),
    other: line.other,
    debit: line.isDebit ? amount : null,
    credit: line.isDebit ? null : amount,
    balance: formatFen(line.balance_fen),
  }
}

/** @throws Refusal on `to` when the last day lies before the first */
function mustBeInOrder(input: { from: string; to: string }) {
  if (input.to < input.from) throw invalid({ to: { key: 'ledger.error.daysReversed' } })
  return { from: businessDay(input.from), to: businessDay(input.to) }
}

/** Accountants look for an account by its number. */
const inOrderOfNumbers = (
  rows: readonly CodeOfDays[],
  titles: Awaited<ReturnType<typeof accountTitles>>,
): CodeOfDays[] =>
  rows.toSorted((a, b) => {
    const [left, right] = [titles[a.code].number, titles[b.code].number]
    if (left !== right) return left < right ? -1 : 1
    return a.code < b.code ? -1 : 1
  })

/** Returns opening and closing on the side on which they stand, as accountants write them. */
function onBothSides({ opening_fen, debits_fen, credits_fen }: MovedBalance) {
  const closing = fen(opening_fen + debits_fen - credits_fen)
  const [openingDebit, openingCredit] = onItsSide(opening_fen)
  const [closingDebit, closingCredit] = onItsSide(closing)
  return {
    openingDebit,
    openingCredit,
    debits: formatFen(debits_fen),
    credits: formatFen(credits_fen),
    closingDebit,
    closingCredit,
  }
}

const onItsSide = (net: Fen): readonly [debit: string, credit: string] => [
  formatFen(net > 0n ? net : ZERO_FEN),
  formatFen(net < 0n ? fen(0n - net) : ZERO_FEN),
]

async function lastJournalDay(tx: Tx, tenantId: string): Promise<string | null> {
  const [row] = await tx.query(
    { day: col.day },
    'select booked_on as day from ledger_journal where tenant_id = $1 order by booked_on desc, id desc limit 1',
    [tenantId],
  )
  return row?.day ?? null
}

/** Returns the names of the owners of accounts of one code, which are all of one kind. */
async function namesOf(
  call: Call<unknown>,
  index: ResourceIndex,
  ownerNames: OwnerNames,
  accounts: readonly Pick<Account, 'ownerType' | 'ownerId'>[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const type of new Set(accounts.map(one => one.ownerType))) {
    const ids = accounts.filter(one => one.ownerType === type && one.ownerId !== '').map(one => one.ownerId)
    for (const [id, name] of await ownerNames(call, index, type, ids)) names.set(id, name)
  }
  return names
}

const placeText = ({ day, journalId, line }: LinePlace): string => `${day}~${journalId}~${line}`

/** @throws Refusal `kernel.invalid` naming `after` for a place outside of the days */
function placeOf(text: string, { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay }): LinePlace {
  const [day = '', journalId = '', line = ''] = text.split('~')
  const place = { day: businessDay(day), journalId, line: Number(line) }
  if (place.day < from || place.day > to) throw invalid({ after: { key: 'kernel.field.badFormat' } })
  return place
}
