import { parsePrice, type Price } from '@wattyard/money'
import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { dayRange, DAY_MS, localDayOf } from '@wattyard/time'
import {
  type DayPlan,
  daysFromTemplate,
  draftOf,
  type DraftPlan,
  type PeriodPrices,
  policy,
  PROVINCE_TEMPLATES,
} from '../contract/index.ts'
import { storePublished } from './publish-version.ts'
import { POLICY_ROW, type PolicyRow } from './rows.ts'
import { insertDraft } from './versions.ts'

const ZONE = 'Asia/Shanghai'
const PRICED_BY = '演示数据'
/** The demo's history begins here: older sessions have no price. */
const HISTORY_DAYS = 400
/** The second version of the public policy has held since. */
const SECOND_VERSION_DAYS = 45

export interface DemoPrices {
  /** Policies by purpose. */
  policies: { publicFast: string; publicSlow: string; fleet: string }
  /** A complete draft ready for publication. */
  draftId: string
}

export interface DemoPricesOptions {
  tenantId: string
  /** Stations of the demo: the last is a fleet's, the others have the public policies. */
  stations: readonly { readonly id: string; readonly operatorId: string }[]
  /** Epoch ms. */
  now: number
}

type Pair = readonly [electricity: string, service: string]

function prices(pairs: Readonly<Record<'J' | 'F' | 'P' | 'G', Pair>>): PeriodPrices {
  const of = ([electricity, service]: Pair): { electricity: Price; service: Price } => ({
    electricity: parsePrice(electricity),
    service: parsePrice(service),
  })
  return { J: of(pairs.J), F: of(pairs.F), P: of(pairs.P), G: of(pairs.G) }
}

// Electricity: the Pearl River delta's published prices without funds; the fleet's are the defaults that car platforms ship.
const OLD_PUBLIC = prices({
  J: ['1.42910', '0.35000'],
  F: ['1.14330', '0.40000'],
  P: ['0.67250', '0.45000'],
  G: ['0.25560', '0.50000'],
})
const PUBLIC = prices({
  J: ['1.42910', '0.30000'],
  F: ['1.14330', '0.40000'],
  P: ['0.67250', '0.50000'],
  G: ['0.25560', '0.60000'],
})
const SLOW = prices({
  J: ['1.42910', '0.30000'],
  F: ['1.14330', '0.30000'],
  P: ['0.67250', '0.30000'],
  G: ['0.25560', '0.30000'],
})
const FLEET = prices({
  J: ['1.11450', '0.35000'],
  F: ['1.11450', '0.35000'],
  P: ['0.77010', '0.35000'],
  G: ['0.42570', '0.35000'],
})
const NEXT_PUBLIC = prices({
  J: ['1.42910', '0.35000'],
  F: ['1.14330', '0.45000'],
  P: ['0.67250', '0.50000'],
  G: ['0.25560', '0.58000'],
})

function shenzhen(of: PeriodPrices): readonly DayPlan[] {
  const template = PROVINCE_TEMPLATES.find(({ key }) => key === 'shenzhen')
  if (!template) throw new Error('the templates have Shenzhen')
  return daysFromTemplate(template, of)
}

/** Returns plans with a lower service fee around noon at weekends, when the piles are idle. */
function withWeekends(days: readonly DayPlan[], service: Price): readonly DayPlan[] {
  const fallback = days.find(day => day.when === undefined)
  if (!fallback) throw new Error('a template has a default plan')
  const NOON = [44, 56] as const
  const cut = fallback.intervals.flatMap(interval => {
    const edges = [
      interval.fromQuarter,
      ...NOON.filter(edge => edge > interval.fromQuarter && edge < interval.toQuarter),
      interval.toQuarter,
    ]
    return edges.slice(1).map((toQuarter, i) => {
      const fromQuarter = edges[i] ?? interval.fromQuarter
      const isNoon = fromQuarter >= NOON[0] && toQuarter <= NOON[1]
      return { ...interval, fromQuarter, toQuarter, service: isNoon ? service : interval.service }
    })
  })
  return [{ key: '周末', when: { weekdays: [6, 7] }, intervals: cut }, ...days]
}

async function addPolicy(
  tx: Tx,
  tenantId: string,
  code: string,
  [name, nameEn, nameEs]: readonly [zh: string, en: string, es: string],
  note: string,
  energyDecimals: '2' | '4',
): Promise<PolicyRow> {
  const id = newId()
  const search = searchText(policy, { code, name, name_en: nameEn, name_es: nameEs })
  const [row] = await tx.query(
    POLICY_ROW,
    `insert into pricing_policy (tenant_id, id, code, name, name_en, name_es, zone, rounding, energy_decimals, status, note, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, 'row_sum', $8, 'active', $9, $10) returning *`,
    [tenantId, id, code, name, nameEn, nameEs, ZONE, energyDecimals, note, search],
  )
  if (!row) throw new Error('an insert answers its row')
  return row
}

interface Published {
  tenantId: string
  owner: PolicyRow
  days: readonly DayPlan[]
  from: number
  to: number | null
}

async function addPublished(tx: Tx, { tenantId, owner, days, from, to }: Published): Promise<void> {
  const plans: readonly DraftPlan[] = draftOf(days)
  const { id } = await insertDraft(tx, {
    tenantId,
    policy: owner,
    plans,
    source: 'template:shenzhen',
    editor: { id: null, name: PRICED_BY },
  })
  await storePublished(tx, {
    tenantId,
    draft: { id, plans: [...plans] },
    policy: owner,
    from,
    to,
    publisher: PRICED_BY,
    now: from,
  })
}

async function addAssignments(
  tx: Tx,
  { tenantId, stations }: DemoPricesOptions,
  from: number,
  policies: DemoPrices['policies'],
): Promise<void> {
  const row = (
    level: 'tenant' | 'station',
    variant: 'all' | 'slow',
    policyId: string,
    at?: DemoPricesOptions['stations'][number],
  ) => ({
    level,
    variant,
    policy: policyId,
    station: at?.id ?? null,
    operator: at?.operatorId ?? null,
  })
  const last = stations.length > 1 ? stations.at(-1) : undefined
  const open = stations.filter(one => one !== last)
  const rows = [
    row('tenant', 'all', policies.publicFast),
    row('tenant', 'slow', policies.publicSlow),
    ...open.flatMap(one => [
      row('station', 'all', policies.publicFast, one),
      row('station', 'slow', policies.publicSlow, one),
    ]),
    ...(last ? [row('station', 'all', policies.fleet, last)] : []),
  ]
  await tx.execute(
    `insert into pricing_assignment (tenant_id, id, level, variant, policy_id, station_id, operator_id, effective_from_at, assigned_by)
     select $1, t.id, t.level, t.variant, t.policy_id, t.station_id, t.operator_id, $2, $3
     from unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::uuid[]) as t(id, level, variant, policy_id, station_id, operator_id)`,
    [
      tenantId,
      new Date(from),
      PRICED_BY,
      rows.map(() => newId()),
      rows.map(one => one.level),
      rows.map(one => one.variant),
      rows.map(one => one.policy),
      rows.map(one => one.station),
      rows.map(one => one.operator),
    ],
  )
}

/** Creates three policies that have long been in force at the demo's stations, one in its second version, and a draft. */
export async function prepareDemoPrices(tx: Tx, options: DemoPricesOptions): Promise<DemoPrices> {
  const { tenantId, now } = options
  const midnight = (daysAgo: number) => dayRange(localDayOf(now - daysAgo * DAY_MS, ZONE), ZONE).from
  const start = midnight(HISTORY_DAYS)
  const second = midnight(SECOND_VERSION_DAYS)
  const publicFast = await addPolicy(
    tx,
    tenantId,
    'SZ-FAST',
    ['深圳公共快充', 'Shenzhen public fast charging', 'Carga rápida pública Shenzhen'],
    '按深圳峰谷时段，夜间服务费略高',
    '4',
  )
  const publicSlow = await addPolicy(
    tx,
    tenantId,
    'SZ-SLOW',
    ['深圳社区慢充', 'Shenzhen neighbourhood slow charging', 'Carga lenta vecinal Shenzhen'],
    '服务费全天一价',
    '4',
  )
  const fleet = await addPolicy(
    tx,
    tenantId,
    'SZ-FLEET',
    ['车队合作价', 'Fleet partner price', 'Precio para flotas asociadas'],
    '合作车队专用场站，电量按两位小数对账',
    '2',
  )
  await addPublished(tx, { tenantId, owner: publicFast, days: shenzhen(OLD_PUBLIC), from: start, to: second })
  await addPublished(tx, { tenantId, owner: publicFast, days: shenzhen(PUBLIC), from: second, to: null })
  await addPublished(tx, { tenantId, owner: publicSlow, days: shenzhen(SLOW), from: start, to: null })
  await addPublished(tx, { tenantId, owner: fleet, days: shenzhen(FLEET), from: start, to: null })
  const draft = await insertDraft(tx, {
    tenantId,
    policy: publicFast,
    plans: draftOf(withWeekends(shenzhen(NEXT_PUBLIC), parsePrice('0.35000'))),
    source: 'version:2',
    editor: { id: null, name: PRICED_BY },
  })
  const policies = { publicFast: publicFast.id, publicSlow: publicSlow.id, fleet: fleet.id }
  await addAssignments(tx, options, start, policies)
  return { policies, draftId: draft.id }
}
