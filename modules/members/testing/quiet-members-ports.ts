import type { MembersPorts } from '../server/index.ts'

const refused = () => Promise.reject(new Error('no such port in this test'))

/** Ports of members where nothing is known of other modules; a test states those that it is about. */
export const quietMembersPorts = (over: Partial<MembersPorts> = {}): MembersPorts => ({
  membersWithOrders: async () => new Set(),
  membersWithPayments: async () => new Set(),
  topUpSums: { from: '', column: 'null::bigint' },
  lastCharges: async () => new Map(),
  recordTopUp: refused,
  refundMember: refused,
  costOfRefund: refused,
  takesCash: async () => false,
  lockLots: async () => {},
  addLot: async () => {},
  fixLots: async () => {},
  openPayments: async () => [],
  openCharges: async () => [],
  forgetCards: async () => {},
  risksOfPayments: async () => [],
  risksOfDebts: async () => [],
  ...over,
})
