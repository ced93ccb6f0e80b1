import { newId, type Tx } from '@wattyard/server-kit'
import { type DayPlan, draftOf, type RatingPolicy } from '../contract/index.ts'
import { storePublished } from '../server/publish-version.ts'
import { insertDraft } from '../server/versions.ts'
import { aPlan } from './a-tariff.ts'

let made = 0

export interface APrice {
  tenantId: string
  /** Where it runs; the whole tenant when left out. */
  stationId?: string
  days?: readonly DayPlan[]
  zone?: string
  policy?: RatingPolicy
  /** In force from ≤ at < to, epoch ms; 2020 and open when left out. */
  from?: number
  to?: number | null
}

/** Inserts a policy with one published version, assigned: `aPrice(tx, { tenantId, stationId })` sets only what the test needs. */
export async function aPrice(tx: Tx, price: APrice): Promise<{ policyId: string; versionId: string; hash: string }> {
  const {
    tenantId,
    stationId,
    days = [aPlan()],
    zone = 'Asia/Shanghai',
    policy = { rounding: 'row_sum', energyDecimals: 4 },
  } = price
  const from = price.from ?? Date.UTC(2020, 0, 1)
  const policyId = newId()
  const number = ++made
  const owner = {
    id: policyId,
    zone,
    rounding: policy.rounding,
    energy_decimals: policy.energyDecimals === 2 ? '2' : '4',
  } as const
  await tx.execute(
    `insert into pricing_policy (tenant_id, id, code, name, zone, rounding, energy_decimals, status) values ($1, $2, $3, $4, $5, $6, $7, 'active')`,
    [tenantId, policyId, `PRICE-${number}`, `测试价格${number}`, zone, owner.rounding, owner.energy_decimals],
  )
  const plans = draftOf(days)
  const { id } = await insertDraft(tx, {
    tenantId,
    policy: owner,
    plans,
    source: null,
    editor: { id: null, name: 'test' },
  })
  const draft = { id, plans }
  const hash = await storePublished(tx, {
    tenantId,
    draft,
    policy: owner,
    from,
    to: price.to ?? null,
    publisher: 'test',
    now: from,
  })
  await tx.execute(
    `insert into pricing_assignment (tenant_id, id, level, variant, policy_id, station_id, effective_from_at, assigned_by) values ($1, $2, $3, 'all', $4, $5, $6, 'test')`,
    [tenantId, newId(), stationId ? 'station' : 'tenant', policyId, stationId ?? null, new Date(from)],
  )
  return { policyId, versionId: id, hash }
}
