import { ApprovalsButton } from '@wattyard/platform/console'

/** Draws the waiting requests above the list of members. */
export function VipAccountToolbar() {
  return <ApprovalsButton />
}
