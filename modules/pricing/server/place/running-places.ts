import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import { ASSIGNMENT_VARIANTS, ASSIGNMENT_LEVELS } from '../../contract/index.ts'

/** A target with its own assignment of a policy, present or planned. */
export const RUNNING_PLACE = {
  policyId: col.uuid,
  level: col.oneOf(ASSIGNMENT_LEVELS),
  variant: col.oneOf(ASSIGNMENT_VARIANTS),
  stationId: col.uuid.orNull,
  pileId: col.uuid.orNull,
  connectorNumber: col.integer.orNull,
  /** Epoch ms; later than now for a planned one. */
  since: col.instant,
}

export type RunningPlace = RowIn<typeof RUNNING_PLACE>

/** Returns the places where policies are in force by assignment at an instant, or planned after it. */
export async function placesRunning(tx: Tx, policyIds: readonly string[], at: number): Promise<RunningPlace[]> {
  if (policyIds.length === 0) return []
  return tx.query(
    RUNNING_PLACE,
    `with latest as (
       select distinct on (target, variant) id from pricing_assignment
       where tenant_id = $1 and effective_from_at <= $3
         and target in (select target from pricing_assignment where tenant_id = $1 and policy_id = any($2::uuid[]))
       order by target, variant, effective_from_at desc
     )
     select policy_id as "policyId", level, variant, station_id as "stationId", pile_id as "pileId",
       connector_number as "connectorNumber", effective_from_at as since
     from pricing_assignment
     where tenant_id = $1 and policy_id = any($2::uuid[]) and (effective_from_at > $3 or id in (select id from latest))
     order by effective_from_at, id`,
    [tx.tenantId, policyIds, new Date(at)],
  )
}
