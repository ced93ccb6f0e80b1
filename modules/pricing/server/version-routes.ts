import { formatPrice } from '@wattyard/money'
import { station } from '@wattyard/assets/contract'
import { planPublication, VERSION_STATES } from '@wattyard/resource'
import {
  type Call,
  col,
  Refusal,
  type Route,
  rowInScope,
  rowsInScope,
  serveCall,
  validitiesOf,
} from '@wattyard/server-kit'
import { viewVersion, readPileModel } from '../contract/calls/view.ts'
import {
  checkDraft,
  compileForFourRatePile,
  type DayPlan,
  publishPreview,
  tariffOfDraft,
  version,
  versionDetail,
  type ViewSize,
  type ViewSlot,
  viewOf,
} from '../contract/index.ts'
import type { Wiring } from './ports.ts'
import { nameOfPolicy, type PolicyRow, VERSION_INNER, type VersionRow } from './rows.ts'
import { needsOtherPerson } from './publish-rule.ts'
import { policiesWithinReach } from './policies-within-reach.ts'
import { placesRunning } from './place/running-places.ts'
import { policyOf, refuseIncomplete } from './versions.ts'

/** Stations that a publication names; more are counted. */
const MAX_NAMED_STATIONS = 200

async function readVersion(
  call: Pick<Call, 'tx' | 'caller'>,
  versionId: string,
): Promise<{ row: VersionRow; policy: PolicyRow }> {
  const row = await rowInScope(call.tx, call.caller, version, versionId, { inner: VERSION_INNER })
  return { row, policy: await policyOf(call.tx, row.policy_id) }
}

/**
 * Returns the complete plans of a version, draft or not.
 * @throws Refusal `pricing.notComplete`
 */
export async function completeDays(
  call: Pick<Call, 'tx' | 'caller'>,
  versionId: string,
): Promise<{ row: VersionRow; policy: PolicyRow; days: readonly DayPlan[] }> {
  const { row, policy } = await readVersion(call, versionId)
  refuseIncomplete(checkDraft(row.plans, policy.zone))
  return { row, policy, days: tariffOfDraft(row.plans, row.id, policy.zone).days }
}

/** Serves the data of the editor: the version with plans and problems, and the policy's other versions. */
function detail({ clock }: Wiring): Route {
  return serveCall(versionDetail, {
    work: 'read',
    async handle(call) {
      const { row, policy } = await readVersion(call, call.input.id)
      const others = await call.tx.query(
        {
          id: col.uuid,
          number: col.integer,
          state: col.oneOf(VERSION_STATES),
          validFrom: col.instant.orNull,
          validTo: col.instant.orNull,
        },
        `select id, number, state, valid_from_at as "validFrom", valid_to_at as "validTo" from pricing_version
         where tenant_id = $1 and policy_id = $2 order by number desc limit 200`,
        [call.tx.tenantId, policy.id],
      )
      return {
        id: row.id,
        version: row.version,
        number: row.number,
        state: row.state,
        validFrom: row.valid_from_at,
        validTo: row.valid_to_at,
        note: row.note,
        source: row.source,
        hash: row.hash,
        editedBy: row.edited_by,
        publishedBy: row.published_by,
        publishedAt: row.published_at,
        updatedAt: row.updated_at,
        plans: row.plans,
        problems: checkDraft(row.plans, policy.zone),
        policy: {
          id: policy.id,
          code: policy.code,
          name: nameOfPolicy(policy, call.caller.language),
          zone: policy.zone,
          status: policy.status,
        },
        versions: others,
        asOf: clock.now(),
      }
    },
  })
}

function slotRecord(slot: ViewSlot) {
  const { label } = slot
  if (!slot.mixed)
    return {
      label,
      mixed: false as const,
      period: slot.period,
      electricity: formatPrice(slot.electricity),
      service: formatPrice(slot.service),
    }
  const parts = slot.parts.map(part => ({
    ...part,
    electricity: formatPrice(part.electricity),
    service: formatPrice(part.service),
  }))
  return { label, mixed: true as const, period: null, electricity: null, service: null, parts }
}

/** The day on a dial of 24 (t0 … t23 of the console contract), 48 or 96 slots, per day plan. */
const view = serveCall(viewVersion, {
  work: 'read',
  async handle(call) {
    const { row, days } = await completeDays(call, call.input.id)
    const size: ViewSize = call.input.slots
    const wanted = days.filter(day => call.input.plan === undefined || day.key === call.input.plan)
    if (wanted.length === 0) throw new Refusal('kernel.notFound', { status: 404 })
    const plans = wanted.map(day => ({
      key: day.key,
      when: day.when ?? null,
      slots: Object.fromEntries(viewOf(day, size).map(slot => [slot.key, slotRecord(slot)])),
    }))
    return { id: row.id, number: row.number, state: row.state, slots: size, plans }
  },
})

/** The day per plan for piles that know 48 half-hours and four rates, or why such a pile cannot hold it. */
const pileModel = serveCall(readPileModel, {
  work: 'read',
  async handle(call) {
    const { row, days } = await completeDays(call, call.input.id)
    const plans = days.map(day => {
      const answer = compileForFourRatePile(day)
      if (!answer.ok) return { key: day.key, ...answer }
      const rates = answer.model.rates.map(rate => ({
        ...rate,
        electricity: formatPrice(rate.electricity),
        service: formatPrice(rate.service),
      }))
      return { key: day.key, ok: true as const, rates, slots: answer.model.slots }
    })
    return { id: row.id, number: row.number, fits: plans.every(plan => plan.ok), plans }
  },
})

/**
 * Serves the effect of publishing a draft at an instant: its problems, the version it ends, and the places that would charge it.
 */
function previewOfPublication({ clock }: Wiring): Route {
  return serveCall(publishPreview, {
    work: 'read',
    async handle(call) {
      const { row, policy } = await readVersion(call, call.input.id)
      const now = clock.now()
      const others = await validitiesOf(call.tx, version, policy.id, row.id)
      const publication = planPublication({
        now,
        from: call.input.validFrom ?? null,
        to: call.input.validTo ?? null,
        replaceCurrent: true,
        others,
      })
      const running = await placesRunning(call.tx, [policy.id], now)
      const stationIds = [...new Set(running.flatMap(place => place.stationId ?? []))]
      const stations = stationIds.length ? await rowsInScope(call.tx, call.caller, station, stationIds) : []
      return {
        problems: checkDraft(row.plans, policy.zone),
        publication,
        ends: publication.ok && publication.ends ? await plansOf(call, publication.ends.id) : null,
        wholeTenant: running.some(place => place.level === 'tenant'),
        stations: stations
          .slice(0, MAX_NAMED_STATIONS)
          .map(({ id, code, name }) => ({ id, code: String(code), name: String(name) })),
        // Of others than the caller's only how many there are, and that the prices are not theirs to change.
        beyondReach: !(await policiesWithinReach(call.tx, call.caller, [policy.id], now)).has(policy.id),
        stationCount: stationIds.length,
        placeCount: running.length,
        needsOtherPerson: await needsOtherPerson(call, row),
        asOf: now,
      }
    },
  })
}

async function plansOf(call: Call, versionId: string) {
  const { row } = await readVersion(call, versionId)
  return { id: row.id, number: row.number, plans: row.plans }
}

export function versionRoutes(wiring: Wiring): Route[] {
  return [detail(wiring), view, pileModel, previewOfPublication(wiring)]
}
