import { may, type Tx } from '@wattyard/server-kit'
import { callersOfTenant } from '../sessions/callers-of-tenant.ts'

/** Whom something concerns. */
export interface Concern {
  /** Permissions that each of them has. */
  may: readonly string[]
  /** Operator whose record it is: who sees only others is left out. Null for the whole tenant's. */
  operatorId: string | null
  /** Station it is about: who sees only other stations is left out. */
  stationId?: string | null
}

/** Ids of the people of a tenant who may do something now, counted as for their own sign-in. Guests are nobody. */
export async function peopleWho(tx: Tx, tenantId: string, concern: Concern): Promise<string[]> {
  const people = await callersOfTenant(tx, tenantId)
  return people.flatMap(({ caller }) => {
    const { operators, stations } = caller.scope
    const { operatorId, stationId = null } = concern
    const sees =
      (operators === null || (operatorId !== null && operators.includes(operatorId))) &&
      (stationId === null || stations === null || stations.includes(stationId))
    return !caller.readOnly && sees && concern.may.every(permission => may(caller, permission)) ? [caller.userId] : []
  })
}
