import type { Tx } from '@wattyard/server-kit'
import type { JournalDraft, JournalResult } from '../contract/index.ts'
import { checkDrafts } from './check-drafts.ts'
import { requestHash } from './request-hash.ts'
import { applyPostings, type Balances, weighJournals } from './weigh-journals.ts'
import {
  findKeys,
  insertJournals,
  keyText,
  lockAccounts,
  lockBooks,
  prepare,
  type Prepared,
  type StoredKey,
} from './write-journals.ts'

/** A draft with fields that callers cannot set. */
export interface InnerDraft extends JournalDraft {
  reversesId?: string
}

/** A key may turn up from elsewhere between looking and writing; each turn settles at least one such key. */
const MAX_TURNS = 10

/**
 * Posts journals in a few statements. Each gets its own result, in the given order: posted; repeated (same key and content: the
 * first effect stands); conflict (same key, other content); refused (an account would become negative, or the draft's own
 * reason). Journals do not affect each other's results, except that they use up balances in order. Account rows are locked in id
 * order until the transaction ends.
 *
 * @throws RangeError for drafts that only a programming error can produce (amount ≤ 0, foreign account, limits)
 */
export async function postJournals(tx: Tx, drafts: readonly JournalDraft[]): Promise<JournalResult[]> {
  return postDrafts(tx, drafts)
}

/** Posts journals as `postJournals` does, for the ledger's own reversals and holds. */
export async function postDrafts(tx: Tx, drafts: readonly InnerDraft[]): Promise<JournalResult[]> {
  if (drafts.length === 0) return []
  checkDrafts(drafts)
  const closed = await lockBooks(tx, [...new Set(drafts.map(draft => draft.tenantId))])
  const balances = await lockAccounts(tx, drafts)
  const prepared = drafts.map(draft =>
    prepare(draft, requestHash(draft, draft.reversesId ?? null), closed.get(draft.tenantId), draft.reversesId ?? null),
  )
  const firsts = firstOfEachKey(prepared)
  const answers = await settle(tx, [...firsts.values()], balances)
  return prepared.map(one => {
    const first = firsts.get(keyOf(one)) ?? one
    const answer = answers.get(first.id)
    if (!answer) throw new Error(`journal ${one.draft.idemKey} got no answer`)
    return first === one ? answer : twinAnswer(one, first, answer)
  })
}

const keyOf = (one: Prepared): string => keyText(one.draft.tenantId, one.draft.idemKey)

function firstOfEachKey(prepared: readonly Prepared[]): Map<string, Prepared> {
  const firsts = new Map<string, Prepared>()
  for (const one of prepared) if (!firsts.has(keyOf(one))) firsts.set(keyOf(one), one)
  return firsts
}

/** The same key twice in one call: the later one is answered as a retry would be. */
function twinAnswer(twin: Prepared, first: Prepared, answer: JournalResult): JournalResult {
  if (twin.hash === first.hash) return answer.outcome === 'posted' ? { ...answer, outcome: 'repeated' } : answer
  // A refused first draft leaves its key unused, but two contents under one key in one call are an error anyway.
  return { outcome: 'conflict', journalId: 'journalId' in answer ? answer.journalId : first.id }
}

function answerOfKey(one: Prepared, stored: StoredKey): JournalResult {
  return stored.hash === one.hash
    ? { outcome: 'repeated', journalId: stored.id, bookedOn: stored.bookedOn }
    : { outcome: 'conflict', journalId: stored.id }
}

async function settle(tx: Tx, all: readonly Prepared[], balances: Balances): Promise<Map<string, JournalResult>> {
  const answers = new Map<string, JournalResult>()
  let waiting = all
  for (let turn = 0; waiting.length > 0; turn++) {
    if (turn === MAX_TURNS) throw new Error(`keys kept turning up from elsewhere for ${MAX_TURNS} turns`)
    const known = await findKeys(
      tx,
      waiting.map(one => one.draft),
    )
    const fresh: Prepared[] = []
    for (const one of waiting) {
      const stored = known.get(keyOf(one))
      const { unlessPosted } = one.draft
      if (stored) answers.set(one.id, answerOfKey(one, stored))
      else if (unlessPosted) answers.set(one.id, { outcome: 'refused', reason: unlessPosted })
      else fresh.push(one)
    }
    waiting = await writeWhatFits(tx, fresh, balances, answers)
  }
  return answers
}

/** Writes the journals that fit and answers them; gives back those whose case is open again. */
async function writeWhatFits(
  tx: Tx,
  fresh: readonly Prepared[],
  balances: Balances,
  answers: Map<string, JournalResult>,
): Promise<readonly Prepared[]> {
  const short = weighJournals(
    fresh.map(one => one.draft.postings),
    new Map(balances),
  )
  const fitting = fresh.filter((_, index) => short[index] === null)
  const written = await insertJournals(tx, fitting)
  for (const one of fitting) {
    if (!written.has(one.id)) continue
    applyPostings(one.draft.postings, balances)
    answers.set(one.id, { outcome: 'posted', journalId: one.id, bookedOn: one.bookedOn })
  }
  const lost = fitting.some(one => !written.has(one.id))
  fresh.forEach((one, index) => {
    const accountId = short[index]
    // If another transaction took one of the keys, this refusal may depend on a journal that was not written: weigh again.
    if (accountId && !lost) answers.set(one.id, { outcome: 'refused', reason: 'insufficient', accountId })
  })
  return fresh.filter(one => !answers.has(one.id))
}
