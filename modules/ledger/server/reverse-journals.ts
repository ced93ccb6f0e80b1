import { fen } from '@wattyard/money'
import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { Account, Entry, JournalResult, Posting, RefusalReason } from '../contract/index.ts'
import { accountsById } from './open-accounts.ts'
import { type InnerDraft, postDrafts } from './post-journals.ts'
import { weighJournals } from './weigh-journals.ts'
import { lockAccounts } from './write-journals.ts'

export interface ReversalDraft extends Omit<Entry, 'source' | 'memo'> {
  journalId: string
  /** Why; it stays with the reversal. */
  reason: string
}

const ORIGINAL = {
  id: col.uuid,
  tenant_id: col.uuid,
  source_type: col.text,
  source_id: col.text,
  reverses_id: col.uuid.orNull,
  reversed: col.boolean,
  held: col.boolean,
  lines: col.json<{ d: string; c: string; a: string }[]>(),
}

type Original = RowIn<typeof ORIGINAL>

/**
 * Reverses journals by mirror images: sides swapped, lines in reverse order, same source. The original stays unchanged. Refused:
 * `notFound`; `reversedAlready`; `notReversible` for a reversal itself and for journals of a hold, which are ended or refunded
 * instead; `insufficient` when the money was spent meanwhile.
 */
export async function reverseJournals(tx: Tx, drafts: readonly ReversalDraft[]): Promise<JournalResult[]> {
  const originals = await readOriginals(tx, drafts)
  const accounts = await accountsById(
    tx,
    [...originals.values()].flatMap(({ tenant_id, lines }) =>
      lines.flatMap(({ d, c }) => [
        { tenantId: tenant_id, id: d },
        { tenantId: tenant_id, id: c },
      ]),
    ),
  )
  const results: JournalResult[] = drafts.map(() => ({ outcome: 'refused', reason: 'notFound' }))
  const reversing = new Set<string>()
  const known = drafts.flatMap((draft, index) => {
    const original = originals.get(draft.journalId)
    if (!original || original.tenant_id !== draft.tenantId) return []
    const reason = reversing.has(original.id) ? 'reversedAlready' : whyNot(original)
    reversing.add(original.id)
    return [{ index, draft: mirror(draft, original, accounts, reason) }]
  })
  const posted = await postDrafts(
    tx,
    known.map(one => one.draft),
  )
  known.forEach(({ index }, at) => {
    const result = posted[at]
    if (result) results[index] = result
  })
  return results
}

/** Result of a reversal if it were posted now. */
export interface ReversalOutlook {
  /** Reason of the ledger's refusal; null when it would accept. */
  reason: RefusalReason | null
  /** Id of the member whose accounts it would move; null for none. */
  memberId: string | null
  /** Sum that it would move: what went from one account of a member to another, such as a debt paid at once, has not gone. */
  moved_fen: bigint
}

/** Checks the reversal of one journal without posting it. Journal and accounts stay locked until the transaction ends. */
export async function weighReversal(tx: Tx, tenantId: string, journalId: string): Promise<ReversalOutlook> {
  const original = (await readOriginals(tx, [{ tenantId, journalId }])).get(journalId)
  if (!original) return { reason: 'notFound', memberId: null, moved_fen: 0n }
  const ids = original.lines.flatMap(({ d, c }) => [d, c])
  const accounts = await accountsById(
    tx,
    ids.map(id => ({ tenantId, id })),
  )
  const memberId = [...accounts.values()].find(account => account.ownerType === 'member')?.ownerId ?? null
  const reason = whyNot(original)
  const postings = mirrored(original, accounts)
  const moved_fen = movedBy(postings)
  if (reason) return { reason, memberId, moved_fen }
  const [short] = weighJournals([postings], await lockAccounts(tx, [{ postings }]))
  return { reason: short ? 'insufficient' : null, memberId, moved_fen }
}

/** A journal that moves money only within one member has no other sum than that of its lines. */
function movedBy(postings: readonly Posting[]): bigint {
  const sum = (lines: readonly Posting[]): bigint => lines.reduce((total, { amount_fen }) => total + amount_fen, 0n)
  const isWithin = ({ debit, credit }: Posting): boolean =>
    debit.ownerType === 'member' && credit.ownerType === 'member' && debit.ownerId === credit.ownerId
  return sum(postings.filter(line => !isWithin(line))) || sum(postings)
}

/** Returns whether a journal has been reversed. */
export async function isReversed(tx: Tx, tenantId: string, journalId: string): Promise<boolean> {
  const found = await tx.query('select 1 from ledger_journal where tenant_id = $1 and reverses_id = $2', [
    tenantId,
    journalId,
  ])
  return found.length > 0
}

function whyNot(original: Original): RefusalReason | null {
  if (original.reversed) return 'reversedAlready'
  return original.held || original.reverses_id !== null ? 'notReversible' : null
}

function mirror(
  draft: ReversalDraft,
  original: Original,
  accounts: ReadonlyMap<string, Account>,
  reason: RefusalReason | null,
): InnerDraft {
  const { journalId, reason: memo, ...entry } = draft
  const source = { type: original.source_type, id: original.source_id }
  return {
    ...entry,
    source,
    memo,
    kind: 'reversal',
    postings: mirrored(original, accounts),
    reversesId: journalId,
    ...(reason ? { unlessPosted: reason } : {}),
  }
}

/** Sides swapped, lines in reverse order. */
function mirrored(original: Original, accounts: ReadonlyMap<string, Account>): Posting[] {
  const account = (id: string): Account => {
    const found = accounts.get(id)
    if (!found) throw new Error(`journal ${original.id} names an account that does not exist`)
    return found
  }
  return original.lines
    .map(({ d, c, a }): Posting => ({ debit: account(c), credit: account(d), amount_fen: fen(BigInt(a)) }))
    .toReversed()
}

/** The journals, locked so that a second reversal waits and then sees the first. */
async function readOriginals(
  tx: Tx,
  drafts: readonly Pick<ReversalDraft, 'tenantId' | 'journalId'>[],
): Promise<Map<string, Original>> {
  if (drafts.length === 0) return new Map()
  const keys = [drafts.map(draft => draft.tenantId), drafts.map(draft => draft.journalId)]
  await tx.execute(
    `select j.id from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_journal j on j.tenant_id = k.tenant_id and j.id = k.id order by j.id for update of j`,
    keys,
  )
  // A separate statement, so that it sees commits made while it waited for the lock.
  const rows = await tx.query(
    ORIGINAL,
    `select j.id, j.tenant_id, j.source_type, j.source_id, j.reverses_id,
       exists (select from ledger_journal r where r.tenant_id = j.tenant_id and r.reverses_id = j.id) as reversed,
       exists (select from ledger_hold h where h.tenant_id = j.tenant_id and (h.freeze_journal_id = j.id or h.end_journal_id = j.id)) as held,
       (select json_agg(json_build_object('d', p.debit_account_id, 'c', p.credit_account_id, 'a', p.amount_fen::text) order by p.line)
        from ledger_posting p where p.tenant_id = j.tenant_id and p.journal_id = j.id) as lines
     from (select distinct * from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)) k
     join ledger_journal j on j.tenant_id = k.tenant_id and j.id = k.id`,
    keys,
  )
  return new Map(rows.map(row => [row.id, row]))
}
