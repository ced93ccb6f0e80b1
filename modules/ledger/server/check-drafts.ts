import { FEN_LIMIT } from '@wattyard/money'
import type { Account, JournalDraft } from '../contract/index.ts'

/** Most journals in one call. */
export const MAX_JOURNALS = 5_000
/** Most postings in one journal. */
export const MAX_LINES = 200
const MAX_KEY = 200

/**
 * Refuses drafts that only a programming error can produce.
 * @throws RangeError
 */
export function checkDrafts(drafts: readonly JournalDraft[]): void {
  if (drafts.length > MAX_JOURNALS)
    throw new RangeError(`${drafts.length} journals in one call, at most ${MAX_JOURNALS}`)
  for (const draft of drafts) checkDraft(draft)
}

function checkDraft(draft: JournalDraft): void {
  const { idemKey, postings } = draft
  const fail = (what: string): never => {
    throw new RangeError(`journal ${idemKey.slice(0, MAX_KEY)}: ${what}`)
  }
  if (idemKey.length < 1 || idemKey.length > MAX_KEY) fail(`key of ${idemKey.length} characters`)
  if (postings.length < 1 || postings.length > MAX_LINES) fail(`${postings.length} postings`)
  const currency = postings[0]?.debit.currency
  let total = 0n
  for (const { debit, credit, amount_fen } of postings) {
    total += amount_fen
    if (amount_fen <= 0n) fail(`amount ${amount_fen}`)
    if (debit.id === credit.id) fail(`debits and credits the same account ${debit.code}`)
    for (const account of [debit, credit]) checkAccount(account, draft.tenantId, currency, fail)
  }
  if (total > FEN_LIMIT) fail(`total ${total}`)
}

function checkAccount(
  account: Account,
  tenantId: string,
  currency: string | undefined,
  fail: (what: string) => never,
): void {
  if (account.tenantId !== tenantId) fail(`account ${account.code} of another tenant`)
  if (account.currency !== currency) fail(`account ${account.code} in ${account.currency}, not ${currency}`)
}
