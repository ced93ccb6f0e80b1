import { type Fen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { bigintList, textList, type Tx, uuidList } from '@wattyard/server-kit'
import type { Account, Entry, JournalKind, JournalResult, Posting, RefusalReason } from '../contract/index.ts'
import { type Hold, lockHolds } from './holds.ts'
import { type InnerDraft, postDrafts } from './post-journals.ts'

/** Amounts that one account gets out of a hold, by origin. */
export interface HoldLine {
  to: Account
  principal_fen: Fen
  gift_fen: Fen
}

export interface HoldPosting extends Entry {
  holdId: string
  /** What the money is used for; a settlement when absent. */
  kind?: Exclude<JournalKind, 'hold' | 'release' | 'reversal'>
  lines: readonly HoldLine[]
  /** Further postings of the same journal, such as the part that the hold did not cover: receivable to revenue. */
  extra?: readonly Posting[]
}

export interface HoldVoid extends Entry {
  holdId: string
}

interface HoldEnd {
  entry: Entry & { holdId: string }
  kind: JournalKind
  state: 'posted' | 'voided'
  lines: readonly HoldLine[]
  extra: readonly Posting[]
}

/**
 * Ends holds: posts the used amounts and releases the rest to its origin, one journal each. Refused are amounts beyond the hold
 * (`overHold`) and holds that have ended otherwise (`notOpen`).
 *
 * @throws RangeError for a negative part
 */
export function postHolds(tx: Tx, drafts: readonly HoldPosting[]): Promise<JournalResult[]> {
  return endHolds(
    tx,
    drafts.map(({ lines, extra = [], kind = 'settle', ...entry }) => ({ entry, kind, state: 'posted', lines, extra })),
  )
}

/** Ends holds by releasing the whole amounts. */
export function voidHolds(tx: Tx, drafts: readonly HoldVoid[]): Promise<JournalResult[]> {
  return endHolds(
    tx,
    drafts.map(entry => ({ entry, kind: 'release', state: 'voided', lines: [], extra: [] })),
  )
}

async function endHolds(tx: Tx, ends: readonly HoldEnd[]): Promise<JournalResult[]> {
  const holds = await lockHolds(
    tx,
    ends.map(end => ({ tenantId: end.entry.tenantId, holdId: end.entry.holdId })),
  )
  const results: JournalResult[] = ends.map(() => ({ outcome: 'refused', reason: 'notFound' }))
  const drafts: InnerDraft[] = []
  const places: number[] = []
  const ending = new Set<string>()
  ends.forEach((end, index) => {
    const hold = holds.get(end.entry.holdId)
    if (!hold) return
    const over = overHold(hold, end.lines)
    if (over) {
      results[index] = { outcome: 'refused', reason: 'overHold', accountId: over.id }
      return
    }
    // Within one call a hold ends once too: a second end is only ever the repetition of the first.
    const isOver = hold.state !== 'open' || ending.has(hold.id)
    ending.add(hold.id)
    drafts.push(endJournal(hold, end, isOver ? 'notOpen' : undefined))
    places.push(index)
  })
  const posted = await postDrafts(tx, drafts)
  posted.forEach((result, at) => {
    const place = places[at]
    if (place !== undefined) results[place] = result
  })
  await markEnded(tx, ends, results)
  return results
}

/** The account that would have to give more than the hold has, if any. */
function overHold(hold: Hold, lines: readonly HoldLine[]): Account | null {
  for (const { principal_fen, gift_fen } of lines) {
    if (principal_fen < ZERO_FEN || gift_fen < ZERO_FEN) throw new RangeError(`hold ${hold.id}: negative part`)
  }
  if (sumFen(lines.map(line => line.principal_fen)) > hold.principal_fen) return hold.principalHeld
  return sumFen(lines.map(line => line.gift_fen)) > hold.gift_fen ? hold.giftHeld : null
}

function endJournal(hold: Hold, end: HoldEnd, unlessPosted: RefusalReason | undefined): InnerDraft {
  const { holdId: _holdId, ...entry } = end.entry
  const used = usedOf(end.lines)
  const postings: Posting[] = []
  const add = (debit: Account, credit: Account, amount_fen: Fen) => {
    if (amount_fen > ZERO_FEN) postings.push({ debit, credit, amount_fen })
  }
  for (const line of end.lines) {
    add(hold.principalHeld, line.to, line.principal_fen)
    add(hold.giftHeld, line.to, line.gift_fen)
  }
  add(hold.principalHeld, hold.principal, subFen(hold.principal_fen, used.principal))
  add(hold.giftHeld, hold.gift, subFen(hold.gift_fen, used.gift))
  postings.push(...end.extra)
  return { ...entry, kind: end.kind, postings, ...(unlessPosted ? { unlessPosted } : {}) }
}

const usedOf = (lines: readonly HoldLine[]): { principal: Fen; gift: Fen } => ({
  principal: sumFen(lines.map(line => line.principal_fen)),
  gift: sumFen(lines.map(line => line.gift_fen)),
})

async function markEnded(tx: Tx, ends: readonly HoldEnd[], results: readonly JournalResult[]): Promise<void> {
  const ended = ends.flatMap((end, index) => {
    const result = results[index]
    return result?.outcome === 'posted' ? [{ end, journalId: result.journalId, used: usedOf(end.lines) }] : []
  })
  if (ended.length === 0) return
  const touched = await tx.execute(
    `update ledger_hold h set state = f.state, posted_principal_fen = f.principal, posted_gift_fen = f.gift, end_journal_id = f.journal_id, updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::uuid[]) as f(tenant_id, id, state, principal, gift, journal_id)
     where h.tenant_id = f.tenant_id and h.id = f.id`,
    [
      uuidList(ended.map(one => one.end.entry.tenantId)),
      uuidList(ended.map(one => one.end.entry.holdId)),
      textList(ended.map(one => one.end.state)),
      bigintList(ended.map(one => one.used.principal)),
      bigintList(ended.map(one => one.used.gift)),
      uuidList(ended.map(one => one.journalId)),
    ],
  )
  if (touched !== ended.length) throw new Error(`${ended.length} holds were to end, ${touched} did`)
}
