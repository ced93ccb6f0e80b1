import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: members are deleted. Their wallets are ledger accounts with an id that then refers to nobody. */
export const MEMBERS_DELETION_RULES: DeletionRules = sameRule(ERASE_ROWS, 'members_receipt')
