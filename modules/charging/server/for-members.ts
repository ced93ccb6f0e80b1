import type { MembersPorts } from '@wattyard/members/server'
import { lastCharges, membersWithOrders } from './read/count-sessions.ts'

/** What members needs from charging. */
export const chargingForMembers = { membersWithOrders, lastCharges } satisfies Partial<MembersPorts>
