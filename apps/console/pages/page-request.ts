import type { Me } from '@wattyard/console-kit'
import { isInvestorOnly } from '@wattyard/pages'

/**
 * Returns whether a person may ask for a closed page. A guest has nobody to ask, and the server refuses the call to investors:
 * their role alone decides which pages they get (contract §6), so that nobody could grant one.
 */
export function mayAskForPage(me: Me | null): boolean {
  return me !== null && me.user.userType !== 'guest' && !isInvestorOnly(me.roles)
}

/** Returns the key of the text that says why a page is closed and whom to turn to. */
export function closedPageText(me: Me | null, seesWhole: boolean): string {
  if (me !== null && isInvestorOnly(me.roles)) return 'shell.noPermission.investorText'
  return seesWhole ? 'shell.noPermission.text' : 'shell.noPermission.partText'
}
