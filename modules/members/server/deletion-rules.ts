import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

/** Members go whole. Their wallets are accounts of the ledger, which knows them by an id that then means nobody. */
export const MEMBERS_DELETION_RULES: DeletionRules = sameRule(ERASE_ROWS, 'members_receipt')
