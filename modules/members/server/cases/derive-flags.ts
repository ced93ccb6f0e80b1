import { type Fen } from '@wattyard/money'
import { settingOf } from '@wattyard/platform/server'
import {
  bigintList,
  col,
  type Database,
  eachByItself,
  instantList,
  intList,
  newId,
  type ScheduledJob,
  textList,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import { FLAG_KINDS, type FlagKind, type RiskRules } from '../../contract/index.ts'
import type { MembersPorts } from '../ports.ts'
import { riskRulesSetting } from './risk-rules.ts'

/** What a rule found about a member. */
export interface FoundRisk {
  readonly memberId: string
  readonly kind: FlagKind
  /** Cases, > 0. */
  readonly count: number
  /** Money that they are about; null for none. */
  readonly amount_fen: Fen | null
  /** When the first of them was, epoch ms. */
  readonly since: number
  /** Days of the rule. */
  readonly days: number
}

/** Digits of a phone that say whose it is, whatever stands before them: 11 in China. */
const PHONE_DIGITS = 11

/** Finds accounts whose phone is that of another account, written otherwise: with a country code, blanks or dashes. */
async function samePhones(tx: Tx, tenantId: string): Promise<FoundRisk[]> {
  const rows = await tx.query(
    { id: col.uuid, others: col.integer, since: col.instant },
    `select id, (others - 1)::int as others, since from (
       select id, count(*) over (partition by digits) as others, max(created_at) over (partition by digits) as since
       from (
         select id, created_at, right(regexp_replace(phone, '\\D', '', 'g'), ${PHONE_DIGITS}) as digits from members_member
         where tenant_id = $1 and phone is not null and status in ('active', 'blocked')
       ) written where length(digits) = ${PHONE_DIGITS}
     ) counted where others > 1`,
    [tenantId],
  )
  return rows.map(({ id, others, since }) => ({
    memberId: id,
    kind: 'samePhone',
    count: others,
    amount_fen: null,
    since,
    days: 0,
  }))
}

const KNOWN = {
  id: col.uuid,
  member_id: col.uuid,
  kind: col.oneOf(FLAG_KINDS),
  state: col.oneOf(['open', 'dismissed']),
  count: col.integer,
}
const keyOf = ({ memberId, kind }: Pick<FoundRisk, 'memberId' | 'kind'>): string => `${memberId} ${kind}`

/** Returns the flags that count: open ones, and the newest that a person dismissed, of each member and kind. */
async function knownFlags(tx: Tx, tenantId: string) {
  const rows = await tx.query(
    KNOWN,
    `select distinct on (member_id, kind, state) id, member_id, kind, state, count from members_flag
     where tenant_id = $1 and state in ('open', 'dismissed') order by member_id, kind, state, created_at desc`,
    [tenantId],
  )
  const of = (state: 'open' | 'dismissed') =>
    new Map(
      rows
        .filter(row => row.state === state)
        .map(row => [keyOf({ memberId: row.member_id, kind: row.kind }), row] as const),
    )
  return { open: of('open'), dismissed: of('dismissed') }
}

/**
 * Brings the flags of a company in line with what its rules find now. A flag that a person dismissed comes back only with more cases than it
 * had; one that the rule no longer finds is over.
 *
 * @returns number of open flags
 */
export async function deriveFlags(tx: Tx, ports: MembersPorts, tenantId: string, now: number): Promise<number> {
  const rules: RiskRules = await settingOf(tx, riskRulesSetting, tenantId)
  const found = [
    ...(await samePhones(tx, tenantId)),
    ...(await ports.risksOfPayments(tx, tenantId, rules, now)),
    ...(await ports.risksOfDebts(tx, tenantId, rules, now)),
  ]
  const { open, dismissed } = await knownFlags(tx, tenantId)
  const wanted = found.filter(one => one.count > (open.has(keyOf(one)) ? 0 : (dismissed.get(keyOf(one))?.count ?? 0)))
  const wantedKeys = new Set(wanted.map(keyOf))
  const fresh = wanted.filter(one => !open.has(keyOf(one)))
  const kept = wanted.flatMap(one => {
    const before = open.get(keyOf(one))
    return before && before.count !== one.count ? [{ ...one, id: before.id }] : []
  })
  const over = [...open].filter(([key]) => !wantedKeys.has(key)).map(([, row]) => row)
  const touched = [...fresh.map(one => one.memberId), ...over.map(row => row.member_id)]
  // A member first, its flags after it, as in every command.
  await tx.execute(
    'select 1 from members_member where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    [tenantId, uuidList(touched)],
  )
  await insertFlags(tx, tenantId, fresh)
  if (kept.length > 0)
    await tx.execute(
      `update members_flag f set count = k.count, amount_fen = k.amount, since_at = k.since, version = version + 1, updated_at = now()
       from unnest($2::uuid[], $3::int[], $4::bigint[], $5::timestamptz[]) as k(id, count, amount, since)
       where f.tenant_id = $1 and f.id = k.id and f.state = 'open'`,
      [
        tenantId,
        uuidList(kept.map(one => one.id)),
        intList(kept.map(one => one.count)),
        bigintList(kept.map(one => one.amount_fen)),
        instantList(kept.map(one => one.since)),
      ],
    )
  if (over.length > 0)
    await tx.execute(
      `update members_flag set state = 'over', decided_at = now(), version = version + 1, updated_at = now()
       where tenant_id = $1 and id = any($2::uuid[]) and state = 'open'`,
      [tenantId, uuidList(over.map(row => row.id))],
    )
  await showFlags(tx, tenantId, touched)
  return wanted.length
}

async function insertFlags(tx: Tx, tenantId: string, fresh: readonly FoundRisk[]): Promise<void> {
  if (fresh.length === 0) return
  await tx.execute(
    `insert into members_flag (tenant_id, id, member_id, kind, state, count, amount_fen, since_at, days)
     select $1, id, member, kind, 'open', count, amount, since, days
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::bigint[], $7::timestamptz[], $8::int[]) as f(id, member, kind, count, amount, since, days)
     on conflict (tenant_id, member_id, kind) where state = 'open' do nothing`,
    [
      tenantId,
      uuidList(fresh.map(() => newId())),
      uuidList(fresh.map(one => one.memberId)),
      textList(fresh.map(one => one.kind)),
      intList(fresh.map(one => one.count)),
      bigintList(fresh.map(one => one.amount_fen)),
      instantList(fresh.map(one => one.since)),
      intList(fresh.map(one => one.days)),
    ],
  )
}

/** Writes the kinds of the open flags into the rows of these members, which are locked. */
export async function showFlags(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  await tx.execute(
    `update members_member m set flags = now_open.kinds, version = version + 1, updated_at = now()
     from (
       select k.id, coalesce((select array_agg(f.kind order by f.kind) from members_flag f
         where f.tenant_id = $1 and f.member_id = k.id and f.state = 'open'), '{}') as kinds
       from unnest($2::uuid[]) as k(id)
     ) now_open
     where m.tenant_id = $1 and m.id = now_open.id and m.flags is distinct from now_open.kinds`,
    [tenantId, uuidList([...new Set(memberIds)])],
  )
}

async function flagEverywhere(db: Database, ports: MembersPorts, now: number, signal: AbortSignal): Promise<number> {
  const tenants = await db.platform(tx =>
    tx.query({ tenant_id: col.uuid }, 'select distinct tenant_id from members_member'),
  )
  let open = 0
  await eachByItself(
    tenants.map(row => row.tenant_id),
    async tenantId => {
      open += await db.tenant(tenantId, tx => deriveFlags(tx, ports, tenantId, now))
    },
    { signal },
  )
  return open
}

/** Returns the job that looks for risks every hour. */
export const flagJob = (ports: MembersPorts): ScheduledJob => ({
  name: 'members.deriveFlags',
  cron: '20 * * * *',
  async run({ db, now, signal }) {
    return `flags: ${await flagEverywhere(db, ports, now, signal)}`
  },
})
