import type { MembersPorts } from '@wattyard/members/server'
import { risksOfDebts } from './money/risks-of-debts.ts'
import { forgetCards, openCharges } from './open-charges.ts'
import { lastCharges, membersWithOrders } from './read/count-sessions.ts'

/** What members needs from charging. */
export const chargingForMembers = {
  membersWithOrders,
  lastCharges,
  openCharges,
  forgetCards,
  risksOfDebts,
} satisfies Partial<MembersPorts>
