import type { TagVerdict } from '@wattyard/members/server'
import { invalid } from '@wattyard/server-kit'

/** Why a card that is known starts nothing, as the word of its field. */
const WHY_NOT: Readonly<Record<Exclude<TagVerdict, 'accepted'>, string>> = {
  blocked: 'charging.field.cardBlocked',
  lost: 'charging.field.cardLost',
  expired: 'charging.field.cardExpired',
  memberBlocked: 'charging.field.memberBlocked',
}

/**
 * Refuses a start by a card that may not charge. A pile that asks nobody would begin all the same.
 *
 * @param field where the card was named
 * @throws Refusal at the field
 */
export function refuseCard(match: { readonly verdict: TagVerdict } | null | undefined, field: 'card' | 'tag'): void {
  if (match && match.verdict !== 'accepted') throw invalid({ [field]: { key: WHY_NOT[match.verdict] } })
}
