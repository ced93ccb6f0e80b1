import { mustBeTwoPeople } from '@wattyard/identity/server'
import { settingOf } from '@wattyard/platform/server'
import { type CommandHandler, Refusal, type Tx } from '@wattyard/server-kit'
import {
  checkDraft,
  encodeSnapshot,
  hashSnapshot,
  type Publication,
  planPublication,
  tariffOfDraft,
  version,
} from '../contract/index.ts'
import { fourEyes } from './four-eyes.ts'
import type { Wiring } from './ports.ts'
import { type PolicyRow, ratingPolicyOf, onlyVersion, type VERSION_INNER, type VersionRow } from './rows.ts'
import { placesRunning } from './running-places.ts'
import { lockPolicy, refuseIncomplete, validitiesOf } from './versions.ts'

/** `publish`: makes a complete draft the price of its policy from an instant on, for ever unchangeable. */
export function publishVersion({
  clock,
  live,
}: Wiring): CommandHandler<typeof version, 'publish', typeof VERSION_INNER> {
  return async (call, rows, input) => {
    const draft = onlyVersion(rows)
    const { tx, caller } = call
    const policy = await lockPolicy(tx, draft.policy_id)
    refuseIncomplete(checkDraft(draft.plans, policy.zone))
    if (await settingOf(tx, fourEyes)) {
      if (draft.edited_by_id === caller.userId)
        throw new Refusal('pricing.needsSecondPerson', { params: { name: draft.edited_by } })
      if (draft.edited_by_id !== null) await mustBeTwoPeople(tx, draft.edited_by_id, caller.userId)
    }
    const now = clock.now()
    const planned = planPublication({
      now,
      from: input.validFrom ?? null,
      to: input.validTo ?? null,
      replaceCurrent: input.replaceCurrent === true,
      others: await validitiesOf(tx, policy.id, draft.id),
    })
    if (!planned.ok) throw refusalOf(planned)
    if (planned.ends) await moveEnd(tx, planned.ends.id, planned.from)
    const hash = await storePublished(tx, {
      tenantId: caller.tenantId,
      draft,
      policy,
      ...planned,
      publisher: caller.displayName,
      now,
    })
    tx.afterCommit(() =>
      live?.publish({
        tenantId: caller.tenantId,
        topic: version.name,
        stationId: null,
        data: { id: draft.id, state: 'published' },
      }),
    )
    return {
      id: draft.id,
      number: draft.number,
      hash,
      validFrom: planned.from,
      validTo: planned.to,
      endedNumber: planned.ends?.number ?? null,
    }
  }
}

interface Publishing {
  tenantId: string
  draft: Pick<VersionRow, 'id' | 'plans'>
  policy: Pick<PolicyRow, 'zone' | 'rounding' | 'energy_decimals'>
  from: number
  to: number | null
  publisher: string
  now: number
}

/** Turns a draft's row into a published one; answers the hash of its snapshot. */
export async function storePublished(
  tx: Tx,
  { tenantId, draft, policy, from, to, publisher, now }: Publishing,
): Promise<string> {
  const snapshot = { tariff: tariffOfDraft(draft.plans, draft.id, policy.zone), policy: ratingPolicyOf(policy) }
  const hash = hashSnapshot(snapshot)
  await tx.execute(
    `update pricing_version set state = 'published', valid_from_at = $3, valid_to_at = $4, snapshot = $5, hash = $6, problems = 0,
       published_by = $7, published_at = $8, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      draft.id,
      new Date(from),
      to === null ? null : new Date(to),
      encodeSnapshot(snapshot),
      hash,
      publisher,
      new Date(now),
    ],
  )
  return hash
}

function moveEnd(tx: Tx, id: string, to: number | null): Promise<number> {
  return tx.execute(
    'update pricing_version set valid_to_at = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [tx.tenantId, id, to === null ? null : new Date(to)],
  )
}

function refusalOf(refused: Extract<Publication, { ok: false }>): Refusal {
  switch (refused.reason) {
    case 'starts-in-past':
      return new Refusal('pricing.startsInPast', { fields: { validFrom: { key: 'pricing.error.startsInPast' } } })
    case 'ends-before-start':
      return new Refusal('pricing.endsBeforeStart', { fields: { validTo: { key: 'pricing.error.endsBeforeStart' } } })
    case 'overlaps':
      return new Refusal('pricing.versionOverlaps', {
        params: { number: refused.other.number },
        detail: { other: refused.other, ...(refused.replaceable ? { needsConfirm: 'replaceCurrent' } : {}) },
      })
    case 'leaves-gap':
      return new Refusal('pricing.leavesGap', {
        params: { number: refused.other.number },
        detail: { other: refused.other, at: refused.at },
      })
  }
}

/**
 * `retire`: ends a version now, or takes a planned one back; then the version that it would have
 * ended goes on. What was in force stays in the record for sessions that report late.
 */
export function retireVersion({ clock, live }: Wiring): CommandHandler<typeof version, 'retire', typeof VERSION_INNER> {
  return async (call, rows, input) => {
    const row = onlyVersion(rows)
    const { tx, caller } = call
    await lockPolicy(tx, row.policy_id)
    const now = clock.now()
    const from = row.valid_from_at ?? now
    const to = row.valid_to_at
    const others = await validitiesOf(tx, row.policy_id, row.id)
    const isPlanned = from > now
    const before = isPlanned ? others.find(other => other.to === from && other.from < from) : undefined
    if (!before && (to === null || to > now) && input.evenIfInUse !== true) await refuseInUse(tx, row.policy_id, now)
    const end = Math.max(from, to === null ? now : Math.min(to, now))
    await tx.execute(
      "update pricing_version set state = 'retired', valid_to_at = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2",
      [tx.tenantId, row.id, new Date(end)],
    )
    if (before) await moveEnd(tx, before.id, to)
    tx.afterCommit(() =>
      live?.publish({
        tenantId: caller.tenantId,
        topic: version.name,
        stationId: null,
        data: { id: row.id, state: 'retired' },
      }),
    )
    return { id: row.id, validTo: end, continues: before ? before.number : null }
  }
}

/** Without a version its places have no price: only for somebody who says that he knows. */
async function refuseInUse(tx: Tx, policyId: string, now: number): Promise<void> {
  const running = await placesRunning(tx, [policyId], now)
  if (running.length > 0)
    throw new Refusal('pricing.versionInUse', {
      params: { count: running.length },
      detail: { needsConfirm: 'evenIfInUse', places: running.slice(0, 50) },
    })
}
