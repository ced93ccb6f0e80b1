import { stationsInReach } from '@wattyard/assets/server'
import { col, forgetVersionNumbers, serveResource, type ServedResource } from '@wattyard/server-kit'
import { policy, version } from '../contract/index.ts'
import { policiesWithinReach } from './policies-within-reach.ts'
import { placesRunning } from './place/running-places.ts'
import type { Wiring } from './ports.ts'

/** The version in force and the numbers of planned ones and drafts, for the list of policies. */
const STANDING = {
  policy_id: col.uuid,
  current: col.json<{ id: string; number: number; validFrom: number; validTo: number | null }>().orNull,
  planned: col.integer,
  drafts: col.integer,
}

export function servePolicy(wiring: Wiring): ServedResource {
  return serveResource(policy, {
    withinReach: (tx, caller, rows) =>
      policiesWithinReach(
        tx,
        caller,
        rows.map(row => row.id),
        wiring.clock.now(),
      ),
    // Drafts are deleted with their policy. Foreign keys keep a policy that was published or assigned.
    async beforeDelete({ tx }, row) {
      await tx.execute("delete from pricing_version where tenant_id = $1 and policy_id = $2 and state = 'draft'", [
        tx.tenantId,
        row.id,
      ])
    },
    afterDelete: ({ tx }, rows) =>
      forgetVersionNumbers(
        tx,
        version,
        rows.map(({ id }) => id),
      ),
    async decorate(tx, caller, records) {
      const ids = records.map(record => record.id)
      const now = wiring.clock.now()
      const rows = await tx.query(
        STANDING,
        `select policy_id,
           (jsonb_agg(jsonb_build_object('id', id, 'number', number,
             'validFrom', round(extract(epoch from valid_from_at) * 1000), 'validTo', round(extract(epoch from valid_to_at) * 1000)))
             filter (where state <> 'draft' and valid_from_at <= $3 and (valid_to_at is null or valid_to_at > $3)))->0 as current,
           (count(*) filter (where state = 'published' and valid_from_at > $3))::int as planned,
           (count(*) filter (where state = 'draft'))::int as drafts
         from pricing_version where tenant_id = $1 and policy_id = any($2::uuid[]) group by policy_id`,
        [tx.tenantId, ids, new Date(now)],
      )
      const standings = new Map(rows.map(({ policy_id, ...standing }) => [policy_id, standing]))
      const running = await placesRunning(tx, ids, now)
      const stations = await stationsInReach(tx, caller)
      const isSeen = (stationId: string | null) => stations === null || (stationId !== null && stations.has(stationId))
      const reached = await policiesWithinReach(tx, caller, ids, now)
      for (const record of records) {
        record.standing = standings.get(record.id) ?? { current: null, planned: 0, drafts: 0 }
        // Only callers with all its places in scope may change its versions; the versions' `can` has the details.
        record.isWithinReach = reached.has(record.id)
        // The number counts only places in the caller's scope.
        record.runsAt = running.filter(place => place.policyId === record.id && isSeen(place.stationId)).length
      }
    },
  })
}
