import { testDatabase } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { tenantTables } from '../database/read-schema.ts'
import { PLAIN, TABLES } from '../testing/things.ts'
import { proposeSchema } from './propose-table.ts'
import { planTable, serves, uniqueIndexName } from './table-plan.ts'

const propose = async (sql: string) => {
  const db = await testDatabase({ sql })
  try {
    return await db.platform(tx => proposeSchema(tx, [PLAIN.thing, PLAIN.owner]))
  } finally {
    await db.close()
  }
}

test('a table made as proposed needs nothing more', async () => {
  expect(await propose(TABLES)).toBe('')
})

test('a missing table is proposed as a whole, under protection', async () => {
  const text = await propose('select 1')
  expect(text).toContain('create table probe_thing (')
  // What is referred to stands first.
  expect(text.indexOf('create table probe_owner')).toBeLessThan(text.indexOf('create table probe_thing'))
  expect(text).toContain('  fee_fen bigint,')
  expect(text).toContain('  helpers_ids uuid[] not null,')
  expect(text).toContain('  foreign key (tenant_id, owner_id) references probe_owner (tenant_id, id)')
  expect(text).toContain("  search_text text not null default '',")
  expect(text).toContain('create index probe_thing_name_trgm on probe_thing using gin (name gin_trgm_ops);')
  expect(text).toContain('create unique index probe_thing_mood_serial_key on probe_thing (tenant_id, mood, serial);')
  expect(text).toContain("call wattyard_protect('probe_thing');")
})

test('what differs is named, and nothing is ever dropped', async () => {
  const text = await propose(`${TABLES}
    alter table probe_thing drop column fee_fen;
    alter table probe_thing alter column count type bigint;
    alter table probe_thing alter column note set not null;
    alter table probe_thing alter column name drop not null;
    alter table probe_thing add column memo text;
    alter table probe_owner no force row level security;
    drop index probe_thing_tags_any;`)
  expect(text.split('\n')).toEqual([
    '-- probe.owner',
    "call wattyard_protect('probe_owner');",
    '',
    '-- probe.thing',
    'alter table probe_thing alter column name set not null;',
    'alter table probe_thing alter column note drop not null;',
    'alter table probe_thing alter column count type integer; -- is bigint',
    'alter table probe_thing add column fee_fen bigint;',
    'create index probe_thing_fee_fen on probe_thing (tenant_id, fee_fen, id); -- sort fee',
    'create index probe_thing_tags_any on probe_thing using gin (tags); -- filter tags',
    '-- probe_thing also has: memo',
  ])
})

test('tables with a tenant are listed with whether row-level security holds for the owner, too', async () => {
  const db = await testDatabase({ sql: `${TABLES}; create table probe_open (tenant_id uuid);` })
  const tables = await db.platform(tenantTables)
  await db.close()
  expect(tables).toEqual(
    expect.arrayContaining([
      { name: 'probe_thing', forced: true },
      { name: 'probe_open', forced: false },
    ]),
  )
})

test('which index serves for which', () => {
  const { indexes } = planTable(PLAIN.thing)
  const planned = (purpose: string) => {
    const found = indexes.find(index => index.purpose === purpose)
    if (!found) throw new Error(purpose)
    return found
  }
  const btree = { method: 'btree', unique: false, trigram: false, where: null }
  expect(serves({ ...btree, columns: ['tenant_id', 'name', 'id'] }, planned('sort name'))).toBe(true)
  expect(serves({ ...btree, columns: ['tenant_id', 'name', 'id', 'more'] }, planned('sort name'))).toBe(true)
  expect(serves({ ...btree, columns: ['name', 'id'] }, planned('sort name'))).toBe(false)
  expect(serves({ ...btree, columns: ['tenant_id', 'name'] }, planned('sort name'))).toBe(false)
  expect(serves({ ...btree, unique: true, columns: ['tenant_id', 'name'] }, planned('sort name'))).toBe(true)
  expect(serves({ ...btree, columns: ['tenant_id', 'name', 'id'] }, planned('filter name'))).toBe(false)
  expect(serves({ ...btree, columns: ['tenant_id', 'code'] }, planned('unique code'))).toBe(false)
  const owned = ['tenant_id', 'owner_id']
  expect(serves({ ...btree, columns: [...owned, 'created_at'] }, planned('scope owner'))).toBe(true)
  expect(serves({ ...btree, columns: owned, where: '(owner_id IS NOT NULL)' }, planned('scope owner'))).toBe(true)
  expect(serves({ ...btree, columns: owned, where: "(mood = 'calm'::text)" }, planned('scope owner'))).toBe(false)
  expect(
    serves({ ...btree, columns: ['tenant_id', 'name', 'id'], where: '(name IS NOT NULL)' }, planned('sort name')),
  ).toBe(false)
  expect(uniqueIndexName(PLAIN.thing, ['mood', 'serial'])).toBe('probe_thing_mood_serial_key')
  // Sorting by the code uses its unique index; a second one would only cost writes.
  expect(indexes.filter(index => index.columns.includes('code') && index.method === 'btree')).toHaveLength(1)
})
