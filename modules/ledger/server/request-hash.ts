import { createHash } from 'node:crypto'
import type { JournalDraft } from '../contract/index.ts'

/** Version of the canonical form; stored in front of the hash, so that an older form stays checkable. */
const FORM = '1'

/**
 * Returns the hash of a request's effect on money: kind, source, reversal and postings in order. The same key with another hash
 * is a conflict. Instant, day, actor and memo are left out, because a retry may come later, on another day and from another
 * process and is still the same request.
 */
export function requestHash(draft: JournalDraft, reversesId: string | null): string {
  const lines = draft.postings.map(({ debit, credit, amount_fen }) => `${debit.id}>${credit.id}:${amount_fen}`)
  // JSON quotes the free texts, so that none can imitate a separator.
  const text = JSON.stringify([FORM, draft.tenantId, draft.kind, draft.source.type, draft.source.id, reversesId, lines])
  return `${FORM}:${createHash('sha256').update(text).digest('base64url')}`
}
