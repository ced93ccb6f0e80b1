import { type Fen, ZERO_FEN } from '@wattyard/money'
import { bigintList, instantList, newId, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import type { Account, Entry, JournalDraft, JournalResult, Posting } from '../contract/index.ts'
import type { Posted } from './answer-refusals.ts'
import { postJournals } from './post-journals.ts'

/** Part of a freeze: moves an amount from a wallet account to its held account. */
export interface HeldPart {
  from: Account
  held: Account
  amount_fen: Fen
}

export interface FreezeDraft extends Entry {
  principal: HeldPart
  gift: HeldPart
  /** For information: only the owner of the hold ends it, so that it cannot lapse while its session lives. */
  expiresAt: number | null
}

export type FreezeResult = Exclude<JournalResult, Posted> | (Posted & { readonly holdId: string })

/**
 * Holds money for running sessions: moves principal and gift to the held accounts and stores the mix. Each request gets its own
 * result, as with `postJournals`.
 *
 * @throws RangeError when a request's parts are negative or both zero
 */
export async function freeze(tx: Tx, drafts: readonly FreezeDraft[]): Promise<FreezeResult[]> {
  const results = await postJournals(tx, drafts.map(freezeJournal))
  const of = (outcome: Posted['outcome']) =>
    drafts.flatMap((draft, index) => {
      const result = results[index]
      return result?.outcome === outcome && 'bookedOn' in result ? [{ draft, journalId: result.journalId }] : []
    })
  const ids = await insertHolds(tx, of('posted'))
  for (const [journalId, holdId] of await storedHolds(tx, of('repeated'), ids)) ids.set(journalId, holdId)
  return results.map((result): FreezeResult => {
    if (!('bookedOn' in result)) return result
    const holdId = ids.get(result.journalId)
    if (!holdId) throw new Error(`journal ${result.journalId} froze money and has no hold`)
    return { outcome: result.outcome, journalId: result.journalId, bookedOn: result.bookedOn, holdId }
  })
}

function freezeJournal(draft: FreezeDraft): JournalDraft {
  const { principal, gift, expiresAt: _expiresAt, ...entry } = draft
  const postings = [principal, gift].flatMap(({ from, held, amount_fen }): Posting[] => {
    if (amount_fen < ZERO_FEN) throw new RangeError(`freeze ${entry.idemKey}: amount ${amount_fen}`)
    return amount_fen > ZERO_FEN ? [{ debit: from, credit: held, amount_fen }] : []
  })
  if (postings.length === 0) throw new RangeError(`freeze ${entry.idemKey}: nothing to set aside`)
  return { ...entry, kind: 'hold', postings }
}

interface Frozen {
  draft: FreezeDraft
  journalId: string
}

/** @returns hold ids by journal id */
async function insertHolds(tx: Tx, posted: readonly Frozen[]): Promise<Map<string, string>> {
  const ids = new Map(posted.map(({ journalId }) => [journalId, newId()]))
  if (posted.length === 0) return ids
  const column = <T>(pick: (draft: FreezeDraft) => T) => posted.map(one => pick(one.draft))
  await tx.execute(
    `insert into ledger_hold (tenant_id, id, source_type, source_id, principal_account_id, principal_held_account_id,
       gift_account_id, gift_held_account_id, principal_fen, gift_fen, freeze_journal_id, expires_at)
     select tenant_id, id, source_type, source_id, principal, principal_held, gift, gift_held, principal_fen, gift_fen, journal_id, expires_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::bigint[], $10::bigint[], $11::uuid[], $12::timestamptz[])
       as f(tenant_id, id, source_type, source_id, principal, principal_held, gift, gift_held, principal_fen, gift_fen, journal_id, expires_at)`,
    [
      uuidList(column(draft => draft.tenantId)),
      uuidList([...ids.values()]),
      textList(column(draft => draft.source.type)),
      textList(column(draft => draft.source.id)),
      uuidList(column(draft => draft.principal.from.id)),
      uuidList(column(draft => draft.principal.held.id)),
      uuidList(column(draft => draft.gift.from.id)),
      uuidList(column(draft => draft.gift.held.id)),
      bigintList(column(draft => draft.principal.amount_fen)),
      bigintList(column(draft => draft.gift.amount_fen)),
      uuidList(posted.map(one => one.journalId)),
      instantList(column(draft => draft.expiresAt)),
    ],
  )
  return ids
}

/** Hold ids of freezes that were made before, by journal id; those just made are known already. */
async function storedHolds(
  tx: Tx,
  repeated: readonly Frozen[],
  made: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const missing = repeated.filter(one => !made.has(one.journalId))
  if (missing.length === 0) return new Map()
  const rows = await tx.query(
    { freeze_journal_id: col.uuid, id: col.uuid },
    `select h.freeze_journal_id, h.id from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, journal_id)
     join ledger_hold h on h.tenant_id = k.tenant_id and h.freeze_journal_id = k.journal_id`,
    [missing.map(one => one.draft.tenantId), missing.map(one => one.journalId)],
  )
  return new Map(rows.map(row => [row.freeze_journal_id, row.id]))
}
