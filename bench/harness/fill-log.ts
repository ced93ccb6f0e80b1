import { col } from '@wattyard/server-kit'
import type { Product } from './product.ts'
import { insist } from './scenario.ts'

/** The half year that the law asks for. */
export const LOG_DAYS = 180
const CHUNK = 500_000
const SEED = 0.42

export interface FilledLog {
  tenantId: string
  /** Whoever did most, and somebody with a handful of entries. */
  busy: string
  seldom: string
}

/**
 * A log as half a year leaves it: six of ten entries are the first tenant's, the others of nineteen tenants; a few people
 * do most; a quarter are sign-ins; some kinds and deeds are rare. Equal for equal sizes, whatever the ids.
 *
 * Secondary indexes are built afterwards, as a restore does it: row by row they would take longer than the bench.
 */
export async function fillLog(product: Product, rows: number): Promise<FilledLog> {
  const indexes = await product.db.platform(tx =>
    tx.query(
      { name: col.text, text: col.text.orNull },
      `select indexname::text as name, indexdef as text from pg_indexes where tablename = 'kernel_audit' and indexname <> 'kernel_audit_pkey'`,
    ),
  )
  insist(indexes.length > 0, 'the log has no indexes')
  await product.asOwner(indexes.map(({ name }) => `drop index ${name};`).join(''))
  for (let from = 0; from < rows; from += CHUNK)
    await product.asOwner(
      `set synchronous_commit = off; select setseed(${SEED}); ${insertSql(from, Math.min(rows, from + CHUNK), rows)}`,
    )
  await product.asOwner(`set maintenance_work_mem = '512MB'; ${indexes.map(({ text }) => `${text ?? ''};`).join('')}`)
  const people = await product.db.platform(tx =>
    tx.query(
      { tenant_id: col.uuid, actor_id: col.uuid },
      `select tenant_id, actor_id from kernel_audit where actor_id is not null and resource <> 'identity.session' and tenant_id = (select id from identity_tenant order by created_at limit 1)
       group by tenant_id, actor_id order by count(*) desc`,
    ),
  )
  const [busy, seldom] = [people[0], people.at(-1)]
  insist(busy !== undefined && seldom !== undefined, 'the log names nobody')
  return { tenantId: busy.tenant_id, busy: busy.actor_id, seldom: seldom.actor_id }
}

const insertSql = (from: number, to: number, rows: number): string => `
  with tenant as materialized (select id from identity_tenant order by created_at limit 1),
  drawn as materialized (
    select n, random() as a, random() as b, random() as c, random() as d, random() as e,
      now() - interval '${LOG_DAYS} days' * (1 - n / ${rows}::float8) as at
    from generate_series(${from + 1}, ${to}) n),
  told as (
    select d.*,
      case when a < 0.25 then 'identity.session' when a < 0.45 then 'charging.order' when a < 0.65 then 'assets.pile' when a < 0.8 then 'members.member'
        when a < 0.99 then 'gateway.command' when a < 0.9999 then 'pricing.version' else 'finance.dayClose' end as resource,
      floor(200 * b * b * b)::int as person
    from drawn d)
  insert into kernel_audit (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, record_id, action, before, after)
  select case when e < 0.6 then (select id from tenant) else md5('tenant' || floor(19 * c))::uuid end, uuidv7(at - now()), at,
    case when d < 0.95 then md5('person' || person)::uuid end, case when d < 0.95 then 'Person ' || person else 'Job' end, '10.' || person % 9 || '.7.' || person % 200,
    uuidv7(at - now())::text, resource, resource || '-' || floor(c * 3000),
    case when resource = 'identity.session' then case when c < 0.97 then 'sign-in' else 'sign-in-failed' end
      when resource = 'charging.order' and c < 0.01 then 'refund' when c < 0.1 then 'create' when c < 0.12 then 'delete' else 'update' end,
    case when c >= 0.12 and resource <> 'identity.session' then jsonb_build_object('name', 'No. ' || n % 3000, 'status', 'normal', 'power', '120') end,
    jsonb_build_object('name', 'No. ' || n % 3000 || ' b', 'status', 'stopped', 'power', '180', 'note', 'moved to the other side')
  from told order by n`
