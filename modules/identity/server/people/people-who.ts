import { may, type Tx } from '@wattyard/server-kit'
import { callersOfTenant } from '../sessions/callers-of-tenant.ts'

/** People concerned by something. */
export interface Concern {
  /** Permissions that each person has to have. */
  may: readonly string[]
  /** Operator of the record; people who see only others are left out. Null for records of the whole tenant. */
  operatorId: string | null
  /** Station of the record; people who see only other stations are left out. */
  stationId?: string | null
}

/** Returns the ids of the tenant's people who may do something now, with the rights of their own sign-in. Guests are left out. */
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
