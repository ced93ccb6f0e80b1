import { formatFen } from '@wattyard/money'
import type { RowOf } from '@wattyard/resource'
import { type BusinessDay, businessDay } from '@wattyard/time'
import {
  type AboutRecord,
  type Caller,
  type CommandCall,
  type CommandHandler,
  nameOfRecord,
  newId,
  type PersonalReader,
  Refusal,
  scoped,
  type SecondPersonRule,
  serveResource,
  type ServerModule,
  serverModule,
  shownTo,
  type Tx,
  type WireRecord,
  serveCall,
} from '@wattyard/server-kit'
import { listJournalsOfSource, readPostings } from '../contract/calls/journal.ts'
import { account, isProduct, journal, type JournalKind, PRODUCT_WORD } from '../contract/index.ts'
import { registry } from '../contract/registry.ts'
import { mustPost } from './answer-refusals.ts'
import { setAccountTitle } from './books/account-titles.ts'
import { booksRoutes, type OwnerNames } from './books/books-routes.ts'
import { balancesOf } from './balances.ts'
import { LEDGER_MESSAGES } from './messages.ts'
import { addMoved } from './read/moved-of-journals.ts'
import { nameSources } from './read/name-sources.ts'
import { journalKey } from './journal-key.ts'
import { journalsById, journalsOf } from './read/journals.ts'
import { isReversed, reverseJournals, weighReversal } from './reverse-journals.ts'
import { ledgerJobs } from './verification-job.ts'
import type { BookCheck } from './verify-ledger.ts'
import { LEDGER_DELETION_RULES } from './deletion-rules.ts'

/** A journal about to be undone. */
export interface JournalToReverse {
  id: string
  kind: JournalKind
  source: { type: string; id: string }
}

/**
 * Module whose records depend on journals. It follows a reversal in the same transaction, so a refusal by any follower leaves no
 * trace of the reversal or of what others did for it.
 */
export interface ReversalFollower {
  /** Called before the reversal is checked and accounts are locked. Throws when the reversal is not allowed. */
  mayReverse(tx: Tx, journal: JournalToReverse): Promise<void>
  reversed(tx: Tx, journal: JournalToReverse, bookedOn: BusinessDay): Promise<void>
  /** What the second person of a reversal sees of the records that depend on the journal. */
  readonly about?: AboutRecord
}

/** Services that the ledger needs: it does not know zones and cut-offs of tenants. */
export interface LedgerPorts {
  /** Returns the accounting day of an instant for a tenant. */
  dayOf(tx: Tx, tenantId: string, at: number): Promise<BusinessDay>
  /** Asked in this order, which is the order in which they lock their records; the first refusal is the answer. */
  followers?: readonly ReversalFollower[]
  /** What owners of accounts are called; their kinds and ids mean nothing to the ledger. */
  ownerNames?: OwnerNames
  /** Checks of modules whose records follow the books; the verifier runs them after its own. */
  checks?: readonly BookCheck[]
}

/** Asks every follower, one after the other: each may lock records. */
async function mayReverse(tx: Tx, { followers = [] }: LedgerPorts, row: JournalRow): Promise<void> {
  for (const follower of followers) await follower.mayReverse(tx, toReverse(row))
}

/** Adds the sums of accounts without running sums. */
async function addSums(tx: Tx, caller: Caller, records: WireRecord[]): Promise<void> {
  const summed = records.filter(record => record.running === false)
  const balances = await balancesOf(
    tx,
    summed.map(record => ({ tenantId: caller.tenantId, id: record.id })),
  )
  for (const record of summed) {
    const balance = balances.get(record.id)
    if (!balance) continue
    record.debits = formatFen(balance.debits_fen)
    record.credits = formatFen(balance.credits_fen)
    record.balance = formatFen(balance.balance_fen)
  }
}

type JournalRow = RowOf<typeof journal>

const toReverse = (row: JournalRow): JournalToReverse => ({
  id: row.id,
  kind: row.kind,
  source: { type: row.source_type, id: row.source_id },
})

function reverse(ports: LedgerPorts): CommandHandler<typeof journal, 'reverse'> {
  return async ({ tx, caller, idempotencyKey }, rows, input) => {
    const now = Date.now()
    const [row] = rows
    if (!row) throw new Refusal('kernel.notFound', { status: 404 })
    await mayReverse(tx, ports, row)
    const bookedOn = await ports.dayOf(tx, caller.tenantId, now)
    const [result] = await reverseJournals(tx, [
      {
        tenantId: caller.tenantId,
        journalId: row.id,
        idemKey: journalKey('ledger.reverse', caller.userId, row.id, idempotencyKey ?? newId()),
        effectiveAt: now,
        bookedOn,
        actor: caller.displayName,
        reason: input.reason,
      },
    ])
    const posted = mustPost(result)
    if (posted.outcome === 'posted')
      for (const follower of ports.followers ?? []) await follower.reversed(tx, toReverse(row), posted.bookedOn)
    return { journalId: posted.journalId, bookedOn: posted.bookedOn }
  }
}

/**
 * Returns the second-person rule for reversals. A reversal bypasses all rules of the module that posted, so by default it always
 * needs a second person.
 */
const reverseFourEyes = (ports: LedgerPorts): SecondPersonRule<typeof journal, 'reverse'> => ({
  from_fen: 0n,
  side: 'gives',
  restsOn: ['id'],
  alsoRestsOn: async ({ tx, caller }, { id }) => ({
    reversed: (await isReversed(tx, caller.tenantId, id)) ? 'yes' : 'no',
  }),
  async weigh({ tx, caller }, row) {
    await mayReverse(tx, ports, row)
    const { reason, memberId, moved_fen } = await weighReversal(tx, caller.tenantId, row.id)
    if (reason) throw new Refusal(`ledger.${reason}`)
    return { moves_fen: moved_fen, party: memberId }
  },
  about: aboutOf(ports),
  subject: nameOfSource,
})

/** Returns what all followers show of a journal's records. */
function aboutOf({ followers = [] }: LedgerPorts): AboutRecord {
  const parts = followers.flatMap(({ about }) => about ?? [])
  return {
    fields: Object.assign({}, ...parts.map(({ fields }) => fields)),
    async read(tx, asked) {
      const all: (Readonly<Record<string, unknown>> | undefined)[] = asked.map(() => undefined)
      for (const part of parts)
        for (const [at, values] of (await part.read(tx, asked)).entries())
          if (values) all[at] = { ...all[at], ...values }
      return all
    },
  }
}

/** Returns the label of the journal's source record with the journal's day, because an id means nothing to people. */
async function nameOfSource({ tx, resources }: CommandCall, row: JournalRow): Promise<string | null> {
  const name = await nameOfRecord(tx, resources, row.source_type, row.source_id, 'zh')
  return name && `${name} · ${row.booked_on}`
}

const routes = [
  serveCall(listJournalsOfSource, {
    work: 'read',
    handle: async ({ tx, caller, input }) => ({
      list: (await journalsOf(tx, { tenantId: caller.tenantId, ...input })).map(view => onTheWire(caller, view)),
    }),
  }),
  serveCall(readPostings, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const where = scoped(caller, journal)
      where.add(`id = ${where.value(input.id)}`)
      const seen = await tx.query(`select 1 from ledger_journal where ${where.text}`, where.values)
      const [found] = seen.length ? await journalsById(tx, caller.tenantId, [input.id]) : []
      if (!found) throw new Refusal('kernel.notFound', { status: 404 })
      return onTheWire(caller, found)
    },
  }),
]

/** A stored journal as a reader gets it: money as decimal text, numbers of people in its memo masked without the right to them. */
function onTheWire(reader: PersonalReader, view: Awaited<ReturnType<typeof journalsById>>[number]) {
  const { amount_fen, postings, tenantId: _tenantId, ...rest } = view
  return {
    ...rest,
    memo: shownTo(reader, 'words', rest.memo),
    bookedOn: businessDay(rest.bookedOn),
    amount: formatFen(amount_fen),
    postings: postings.map(({ amount_fen: part, ...posting }) => ({ ...posting, amount: formatFen(part) })),
  }
}

const nobody: OwnerNames = () => Promise.resolve(new Map())

/** Returns the ledger for the app that wires it. */
export function ledgerModule(ports: LedgerPorts): ServerModule {
  return serverModule(registry, {
    tenantDeletion: LEDGER_DELETION_RULES,
    served: [
      serveResource(account, {
        decorate: addSums,
        commands: {
          async setTitle({ tx, caller }, _rows, { code, number, name }) {
            await setAccountTitle(tx, caller.tenantId, { code, number: number ?? null, name: name ?? null })
            return {}
          },
        },
      }),
      serveResource(journal, {
        commands: { reverse: reverse(ports) },
        secondPerson: { reverse: reverseFourEyes(ports) },
        readAs: { sourceId: 'sourceName' },
        wordsOf: {
          sourceType: ({ sourceType }) => [{ word: `${String(sourceType)}.noun` }],
          actor: ({ actor }) => (isProduct(String(actor)) ? [{ word: PRODUCT_WORD }] : []),
        },
        async decorate(tx, caller, records, index) {
          await nameSources(tx, caller, records, index)
          await addMoved(tx, caller, records)
        },
        allows: (action, row) =>
          action !== 'reverse' || (row.reverses_id === null && row.kind !== 'hold' && row.kind !== 'release'),
      }),
    ],
    routes,
    routesOver: index => booksRoutes(index, ports.ownerNames ?? nobody),
    jobs: ledgerJobs(ports.checks ?? []),
    messages: LEDGER_MESSAGES,
  })
}
