import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const FINANCE_PAGES: PageRules = {
  '/home': {},
  '/cwdata2/orderDeatil': { anyOf: ['charging.order:read'] },
  '/cwdata4/dailyBill': { anyOf: ['finance.dailyBill:read'] },
}
