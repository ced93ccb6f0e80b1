import type { Tx } from '@wattyard/server-kit'

/** What members has to ask of modules below it in the order of the house; the app gives the answers when it wires the modules. */
export interface MembersPorts {
  /** Which of the tenant's members have ever had an order, the running ones included: they are blocked, not deleted. From charging. */
  membersWithOrders(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>>
}
