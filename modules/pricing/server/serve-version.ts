import { type CommandHandler, Refusal, serveResource, type ServedResource } from '@wattyard/server-kit'
import { checkDraft, version, createVersionDraft, saveVersionDraft } from '../contract/index.ts'
import { createDraft } from './create-draft.ts'
import { checkPlans } from './draft-schema.ts'
import type { Wiring } from './ports.ts'
import { policiesWithinReach } from './policies-within-reach.ts'
import { publishRule } from './publish-rule.ts'
import { publishVersion, retireVersion } from './publish-version.ts'
import { onlyVersion, VERSION_INNER } from './rows.ts'
import { policyOf } from './versions.ts'

const NEEDED_STATE: Readonly<Record<string, string>> = {
  saveDraft: 'draft',
  publish: 'draft',
  discardDraft: 'draft',
  retire: 'published',
}

type Handler<N extends keyof (typeof version)['commands']> = CommandHandler<typeof version, N, typeof VERSION_INNER>

/** `saveDraft`: stores the whole set of plans, complete or not, and says what is missing. */
const saveDraft: Handler<'saveDraft'> = async ({ tx, caller }, rows, input) => {
  const row = onlyVersion(rows)
  if (input.seen !== row.version) throw new Refusal('kernel.stale', { status: 409 })
  const plans = checkPlans(input.plans)
  const problems = checkDraft(plans, (await policyOf(tx, row.policy_id)).zone)
  await tx.execute(
    `update pricing_version set plans = $3::jsonb, note = $4, problems = $5, edited_by = $6, edited_by_id = $7, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      row.id,
      JSON.stringify(plans),
      input.note ?? null,
      problems.length,
      caller.displayName,
      caller.userId,
    ],
  )
  return { id: row.id, version: row.version + 1, problems }
}

const discardDraft: Handler<'discardDraft'> = async ({ tx }, rows) => {
  await tx.execute('delete from pricing_version where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    rows.map(row => row.id),
  ])
  return { discarded: rows.length }
}

export function serveVersion(wiring: Wiring): ServedResource {
  return serveResource(version, {
    inner: VERSION_INNER,
    // Prices are changed by who reaches every place that runs them.
    async withinReach(tx, caller, rows) {
      const reached = await policiesWithinReach(
        tx,
        caller,
        [...new Set(rows.map(row => row.policy_id))],
        wiring.clock.now(),
      )
      return new Set(rows.filter(row => reached.has(row.policy_id)).map(row => row.id))
    },
    commands: {
      createDraft: createDraft(wiring),
      saveDraft,
      publish: publishVersion(wiring),
      retire: retireVersion(wiring),
      discardDraft,
    },
    secondPerson: { publish: publishRule(wiring) },
    answers: [createVersionDraft, saveVersionDraft],
    allows: (action, row) => NEEDED_STATE[action] === undefined || NEEDED_STATE[action] === row.state,
  })
}
