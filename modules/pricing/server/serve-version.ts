import { type ServedResource, serveVersioned } from '@wattyard/server-kit'
import { createVersionDraft, priceRange, saveVersionDraft, tariffOfDraft, version } from '../contract/index.ts'
import { beginDraft } from './create-draft.ts'
import { checkPlans } from './draft-schema.ts'
import { policiesWithinReach } from './policies-within-reach.ts'
import type { Wiring } from './ports.ts'
import { publishedByTwo } from './publish-rule.ts'
import { priceRangeOf, refuseInUse, sealOf } from './publish-version.ts'
import { VERSION_INNER } from './rows.ts'
import { judgePlans, lockPolicy, policyOf } from './versions.ts'

/** Serves price versions: this module adds the checks of their plans, the kernel does the rest. */
export function serveVersion(wiring: Wiring): ServedResource {
  return serveVersioned(version, {
    inner: VERSION_INNER,
    live: wiring.live,
    clock: wiring.clock,
    answers: [createVersionDraft, saveVersionDraft],
    // Only callers with all places of the price in scope may change it.
    async withinReach(tx, caller, rows) {
      const reached = await policiesWithinReach(
        tx,
        caller,
        [...new Set(rows.map(row => row.policy_id))],
        wiring.clock.now(),
      )
      return new Set(rows.filter(row => reached.has(row.policy_id)).map(row => row.id))
    },
    read: checkPlans,
    judge: async (tx, { policy_id }, plans) => judgePlans(plans, (await policyOf(tx, policy_id)).zone),
    lockOwner: lockPolicy,
    begin: (call, input, copied) => beginDraft(wiring, call, input, copied),
    async seal(tx, draft, { planned }) {
      const policy = await policyOf(tx, draft.policy_id)
      const columns = sealOf(draft, policy)
      const ended = planned?.ends ? await priceRangeOf(tx, planned.ends.id) : null
      return {
        columns,
        answer: { hash: columns.hash },
        told: {
          ...(ended === null ? {} : { before: { priceRange: ended } }),
          after: { priceRange: priceRange(tariffOfDraft(draft.plans, draft.id, policy.zone)) },
        },
      }
    },
    mayEnd: (call, { policy_id }, now) => refuseInUse(call, policy_id, now),
    twoPeople: publishedByTwo(wiring),
  })
}
