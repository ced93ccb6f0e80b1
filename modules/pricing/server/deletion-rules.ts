import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

/** Versions stay: their hash stands in every settled order. Who edited them is outside of what is hashed. */
export const PRICING_DELETION_RULES: DeletionRules = {
  ...sameRule(ERASE_ROWS, 'pricing_revision'),
  pricing_policy: { do: 'pseudonymise', columns: { note: 'null' } },
  pricing_version: { do: 'pseudonymise', columns: { edited_by: 'pseudonym', published_by: 'pseudonym' } },
}
