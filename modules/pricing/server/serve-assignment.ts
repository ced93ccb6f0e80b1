import { LATE_START_TOLERANCE_MS } from '@wattyard/resource'
import {
  type Call,
  type CommandHandler,
  newId,
  Refusal,
  serveResource,
  type ServedResource,
} from '@wattyard/server-kit'
import { nameOfPolicy } from './rows.ts'
import { assignment, type AssignmentVariant, assignPrices, endPrices } from '../contract/index.ts'
import { type Place, checkTargets, placesOf } from './place/places.ts'
import type { Wiring } from './ports.ts'
import { policyOf } from './versions.ts'

interface Change {
  policyId: string | null
  places: readonly Place[]
  variant: AssignmentVariant
  from: number
}

/**
 * Writes one row per place. It replaces planned rows of the same instant; any other row of that instant was just written by
 * somebody else.
 */
async function writeAssignments(call: Call, { policyId, places, variant, from }: Change): Promise<void> {
  const { tx, caller } = call
  const column = <T>(pick: (place: Place) => T) => places.map(pick)
  const at = new Date(from)
  const levels = column(place => place.level)
  const stations = column(place => place.station || null)
  const piles = column(place => place.pile ?? null)
  const numbers = column(place => place.connectorNumber)
  await tx.execute(
    `delete from pricing_assignment a using unnest($1::text[], $2::uuid[], $3::uuid[], $4::int[]) as t(level, station_id, pile_id, number)
     where a.tenant_id = $5 and a.variant = $6 and a.effective_from_at = $7 and a.effective_from_at > now()
       and a.level = t.level and a.station_id is not distinct from t.station_id and a.pile_id is not distinct from t.pile_id
       and a.connector_number is not distinct from t.number`,
    [levels, stations, piles, numbers, tx.tenantId, variant, at],
  )
  const written = await tx.execute(
    `insert into pricing_assignment (tenant_id, id, level, variant, policy_id, station_id, operator_id, pile_id, connector_id, connector_number, effective_from_at, assigned_by)
     select $1, t.id, t.level, $2, $3, t.station_id, t.operator_id, t.pile_id, t.connector_id, t.number, $4, $5
     from unnest($6::uuid[], $7::text[], $8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::int[])
       as t(id, level, station_id, operator_id, pile_id, connector_id, number)
     on conflict (tenant_id, target, variant, effective_from_at) do nothing`,
    [
      tx.tenantId,
      variant,
      policyId,
      at,
      caller.displayName,
      column(() => newId()),
      levels,
      stations,
      column(place => place.operatorId),
      piles,
      column(place => place.connectorId),
      numbers,
    ],
  )
  if (written !== places.length) throw new Refusal('kernel.stale', { status: 409 })
}

/**
 * Returns the start of an assignment.
 * @throws Refusal `pricing.startsInPast`: past assignments are never changed
 */
function startOf(effectiveFrom: number | null | undefined, now: number): number {
  if (effectiveFrom === null || effectiveFrom === undefined) return now
  if (effectiveFrom < now - LATE_START_TOLERANCE_MS)
    throw new Refusal('pricing.startsInPast', { fields: { effectiveFrom: { key: 'pricing.error.startsInPast' } } })
  return Math.max(effectiveFrom, now)
}

function tell({ tx, caller }: Call, wiring: Wiring, { policyId, places }: Change): void {
  tx.afterCommit(() => {
    for (const stationId of new Set(places.map(place => place.station || null)))
      wiring.live?.publish({
        tenantId: caller.tenantId,
        topic: assignment.name,
        stationId,
        data: { id: stationId ?? caller.tenantId, policyId },
      })
  })
}

/** A policy that is stopped, or has no price at that instant, must not run anywhere. */
async function checkAssignable({ tx, caller }: Call, policyId: string, from: number): Promise<void> {
  const policy = await policyOf(tx, policyId)
  if (policy.status !== 'active')
    throw new Refusal('pricing.policyStopped', { params: { name: nameOfPolicy(policy, caller.language) } })
  const [inForce] = await tx.query(
    `select 1 from pricing_version where tenant_id = $1 and policy_id = $2 and state = 'published'
       and valid_from_at <= $3 and (valid_to_at is null or valid_to_at > $3) limit 1`,
    [tx.tenantId, policyId, new Date(from)],
  )
  if (!inForce)
    throw new Refusal('pricing.policyWithoutPrice', { params: { name: nameOfPolicy(policy, caller.language) } })
}

function change(wiring: Wiring): CommandHandler<typeof assignment, 'assign' | 'end'> {
  return async (call, _rows, input) => {
    const from = startOf(input.effectiveFrom, wiring.clock.now())
    const policyId = 'policy' in input ? input.policy : null
    if (policyId !== null) await checkAssignable(call, policyId, from)
    const places = await placesOf(call, checkTargets(input.targets))
    const variant = input.variant ?? 'all'
    const changed = { policyId, places, variant, from }
    await writeAssignments(call, changed)
    tell(call, wiring, changed)
    return { assigned: places.length, effectiveFrom: from }
  }
}

export function serveAssignment(wiring: Wiring): ServedResource {
  return serveResource(assignment, {
    answers: [assignPrices, endPrices],
    commands: {
      assign: change(wiring),
      end: change(wiring),
      async withdraw({ tx, caller }, rows) {
        const ids = rows.map(row => row.id)
        await tx.execute('delete from pricing_assignment where tenant_id = $1 and id = any($2::uuid[])', [
          tx.tenantId,
          ids,
        ])
        tx.afterCommit(() =>
          wiring.live?.publish({
            tenantId: caller.tenantId,
            topic: assignment.name,
            stationId: null,
            data: { id: ids[0], withdrawn: ids.length },
          }),
        )
        return { withdrawn: ids.length }
      },
    },
    allows: (action, row) => action !== 'withdraw' || row.effective_from_at > wiring.clock.now(),
  })
}
