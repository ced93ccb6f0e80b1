import { allOf, KEEP_BOOKS, type TenantFates } from '@wattyard/server-kit'

/** Closings name who closed, inside of what is signed: they stay as they are (docs/decisions/0190-…). */
export const FINANCE_FATES: TenantFates = allOf(KEEP_BOOKS, 'finance_anchor', 'finance_day_close', 'finance_daily_bill')
