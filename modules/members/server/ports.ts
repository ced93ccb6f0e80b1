import type { Tx } from '@wattyard/server-kit'

/** Services that members needs from other modules; the app provides them. */
export interface MembersPorts {
  /** Returns which members have ever had an order, running ones included. Those are blocked, not deleted. From charging. */
  membersWithOrders(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>
}
