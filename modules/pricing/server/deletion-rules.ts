import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: versions stay, because settled orders refer to their hash. The editor's name is not part of the hash. */
export const PRICING_DELETION_RULES: DeletionRules = {
  ...sameRule(ERASE_ROWS, 'pricing_revision'),
  pricing_policy: { do: 'pseudonymise', columns: { note: 'null' } },
  pricing_version: { do: 'pseudonymise', columns: { edited_by: 'pseudonym', published_by: 'pseudonym' } },
}
