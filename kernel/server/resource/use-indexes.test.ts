import { col } from '../database/columns.ts'
import { testDatabase } from '@wattyard/testing'
import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { newId } from '../new-id.ts'
import { TABLES } from '../testing/things.ts'

const tenantId = newId()

/** Six thousand things of one tenant, as the owner loads them. */
const FILLED = `${TABLES}
  insert into probe_thing (tenant_id, id, code, name, mood, tags, active, helpers_ids, count, search_text)
  select '${tenantId}', gen_random_uuid(), 'N' || n, md5(n::text), case n % 200 when 0 then 'wild' else 'calm' end, array['t' || n % 1000],
    true, '{}', n % 1000, md5(n::text) from generate_series(1, 6000) as n;
  select gin_clean_pending_list(oid) from pg_class where relname in ('probe_thing_search', 'probe_thing_name_trgm', 'probe_thing_tags_any');
  analyze probe_thing;`

async function plan(db: Database, condition: string, order: string): Promise<string> {
  const rows = await db.tenant(tenantId, async tx => {
    // Six thousand rows are read through in no time; a million would not be.
    await tx.execute('set local enable_seqscan = off')
    return tx.query(
      { 'QUERY PLAN': col.text },
      `explain select * from probe_thing where tenant_id = $1 and ${condition} order by ${order} limit 20`,
      [tenantId],
    )
  })
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

test('filters, search and sorts of a tenant use their indexes, row-level security or not', {
  timeout: 60_000,
}, async () => {
  const db = await testDatabase({ sql: FILLED })
  for (const [condition, order, index] of [
    ["search_text like '%abcde%'", 'code, id', 'probe_thing_search'],
    ["name ilike '%abcde%'", 'code, id', 'probe_thing_name_trgm'],
    ["tags && '{t5}'::text[]", 'code, id', 'probe_thing_tags_any'],
    ["mood = any('{wild}'::text[])", 'code, id', 'probe_thing_mood(_serial_key)?'],
    ['count = 7', 'code, id', 'probe_thing_count'],
    ['true', 'name, id', 'probe_thing_name'],
    ['true', 'count desc, id desc', 'probe_thing_count'],
    ['true', 'code, id', 'probe_thing_code_key'],
  ] as const)
    expect(await plan(db, condition, order), condition).toMatch(new RegExp(`(on|using) ${index}\\b`))
  await db.close()
})
