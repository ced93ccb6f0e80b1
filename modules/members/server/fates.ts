import { allOf, ERASE, type TenantFates } from '@wattyard/server-kit'

/** Members go whole. Their wallets are accounts of the ledger, which knows them by an id that then means nobody. */
export const MEMBERS_FATES: TenantFates = allOf(ERASE, 'members_receipt')
