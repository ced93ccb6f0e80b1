import type { BookCheck } from '@wattyard/ledger/server'
import { MEMBER_CHECKS } from '@wattyard/members/server'
import { DOCUMENT_CHECKS } from '@wattyard/payables/server'
import { LOT_CHECKS } from '@wattyard/payments/server'

/** All records that follow the books, held against them: by the hourly verifier, by people who ask, by backups that prove a copy. */
export const BOOK_CHECKS: readonly BookCheck[] = [...LOT_CHECKS, ...MEMBER_CHECKS, ...DOCUMENT_CHECKS]
