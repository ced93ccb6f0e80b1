import type { CommandInput } from '@wattyard/resource'
import { type Call, type CommandHandler, Refusal, type Tx } from '@wattyard/server-kit'
import {
  checkDraft,
  encodeSnapshot,
  hashSnapshot,
  planPublication,
  problemOfPublication,
  type Publication,
  tariffOfDraft,
  version,
} from '../contract/index.ts'
import type { Wiring } from './ports.ts'
import { type PolicyRow, ratingPolicyOf, onlyVersion, type VERSION_INNER, type VersionRow } from './rows.ts'
import { placesRunning } from './running-places.ts'
import { lockPolicy, refuseIncomplete, validitiesOf } from './versions.ts'

type Refused = Extract<Publication, { ok: false }>

/**
 * The policy, locked, and what publishing a draft now would do.
 *
 * @throws Refusal `pricing.notComplete`, or why the time does not fit
 */
export async function publicationOf(
  { clock }: Pick<Wiring, 'clock'>,
  { tx }: Pick<Call, 'tx'>,
  draft: Pick<VersionRow, 'id' | 'policy_id' | 'plans'>,
  input: CommandInput<typeof version, 'publish'>,
): Promise<{ policy: PolicyRow; planned: Exclude<Publication, Refused> }> {
  const policy = await lockPolicy(tx, draft.policy_id)
  refuseIncomplete(checkDraft(draft.plans, policy.zone))
  const planned = planPublication({
    now: clock.now(),
    from: input.validFrom ?? null,
    to: input.validTo ?? null,
    replaceCurrent: input.replaceCurrent === true,
    others: await validitiesOf(tx, policy.id, draft.id),
  })
  if (!planned.ok) throw refusalOf(planned)
  return { policy, planned }
}

/** `publish`: makes a complete draft the price of its policy from an instant on, for ever unchangeable. */
export function publishVersion(wiring: Wiring): CommandHandler<typeof version, 'publish', typeof VERSION_INNER> {
  const { clock, live } = wiring
  return async (call, rows, input) => {
    const draft = onlyVersion(rows)
    const { tx, caller } = call
    const { policy, planned } = await publicationOf(wiring, call, draft, input)
    if (planned.ends) await moveEnd(tx, planned.ends.id, planned.from)
    const hash = await storePublished(tx, {
      tenantId: caller.tenantId,
      draft,
      policy,
      ...planned,
      publisher: caller.displayName,
      now: clock.now(),
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

function refusalOf(refused: Refused): Refusal {
  const { word, params, field } = problemOfPublication(refused)
  const code = `pricing.${word}`
  if (field !== null) return new Refusal(code, { fields: { [field]: { key: `pricing.error.${word}` } } })
  const asks = refused.reason === 'overlaps' && refused.replaceable ? { needsConfirm: 'replaceCurrent' } : {}
  const at = refused.reason === 'leaves-gap' ? { at: refused.at } : {}
  return new Refusal(code, {
    params,
    detail: { ...('other' in refused ? { other: refused.other } : {}), ...at, ...asks },
  })
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
