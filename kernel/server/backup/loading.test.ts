import { emptyDatabase } from '@wattyard/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Pool } from '../database/database.ts'
import type { BulkConnection } from '../database/tx.ts'
import { beginLoad, type Loader } from './loading.ts'
import { carriedTables } from './read-tables.ts'

let pool: Pool
let connection: BulkConnection
let release: () => void | Promise<void>

beforeEach(async () => {
  pool = await emptyDatabase()
  ;({ connection, release } = await pool.bulk())
  // A key may rest on an index that is no constraint: it goes before the index, and comes back behind it.
  await connection.script(`
    create table a_house (id int primary key, code text not null);
    create unique index a_house_code on a_house (code);
    create table b_room (id int primary key, house text references a_house (code), note text);
    create index b_room_house on b_room (house);
    create table c_seed (id int primary key, room int references b_room (id));
    create index c_seed_room on c_seed (room);
    create function said() returns trigger language plpgsql as $$ begin raise 'a trigger ran'; end $$;
    create trigger watched before insert or delete on b_room for each row execute function said();
    grant select on a_house, b_room, c_seed to wattyard_platform`)
})
afterEach(async () => {
  await release()
  await pool.close()
})

async function rules(): Promise<unknown> {
  const { rows } = await connection.query(`
    select pg_get_indexdef(indexrelid) as rule from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
    union all select conname::text || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
  return rows
}
async function filesOf(table: string): Promise<unknown> {
  const { rows } = await connection.query(
    'select array_agg(indexrelid order by indexrelid) as files from pg_index where indrelid = $1::regclass',
    [table],
  )
  return rows[0]?.files
}
async function* lines(...rows: string[]): AsyncGenerator<Buffer> {
  for (const row of rows) yield Buffer.from(`${row}\n`)
}
async function begun(): Promise<Loader> {
  await connection.script('begin')
  return beginLoad(connection, await carriedTables(connection))
}

test('rules of tables with rows are made again over all of them, in any order of tables', async () => {
  const before = await rules()
  const loader = await begun()
  // Before the house that it names, and past its trigger.
  expect(await loader.load('b_room', ['id', 'house', 'note'], lines('1\tx\ta', '2\ty\tb'))).toBe(2)
  expect(await loader.load('a_house', ['id', 'code'], lines('1\tx', '2\ty'))).toBe(2)
  expect(await loader.finish()).toEqual(['b_room', 'a_house'])
  await connection.script('commit')
  expect(await rules()).toEqual(before)
  await expect(connection.script("insert into b_room values (3, 'x')")).rejects.toThrow('a trigger ran')
})

test('a table without rows keeps the indexes that it has', async () => {
  const files = await filesOf('c_seed')
  const loader = await begun()
  expect(await loader.load('c_seed', ['id', 'room'], lines())).toBe(0)
  expect(await loader.load('a_house', ['id', 'code'], lines('1\tx'))).toBe(1)
  expect(await loader.finish()).toEqual(['a_house'])
  expect(await filesOf('c_seed')).toEqual(files)
})

test('what the migrations put into a table is gone, also where the backup has no row of it', async () => {
  await connection.script(`insert into a_house values (1, 'x'); alter table b_room disable trigger user;
    insert into b_room values (1, 'x'); alter table b_room enable trigger user; insert into c_seed values (1, 1)`)
  const before = await rules()
  const loader = await begun()
  expect(await loader.load('a_house', ['id', 'code'], lines('7\tz'))).toBe(1)
  await loader.finish()
  const { rows } = await connection.query(
    'select (select array_agg(id) from a_house) as a, (select count(*)::int from b_room) as b, (select count(*)::int from c_seed) as c',
  )
  expect(rows).toEqual([{ a: [7], b: 0, c: 0 }])
  expect(await rules()).toEqual(before)
})

test.each([
  ['a key that leads nowhere', () => lines('1\tnobody\ta'), () => lines('1\tx'), 'foreign key'],
  ['the same code twice', () => lines(), () => lines('1\tx', '2\tx'), 'unique'],
])('%s ends the load', async (_name, rooms, houses, said) => {
  const loader = await begun()
  await loader.load('a_house', ['id', 'code'], houses())
  await loader.load('b_room', ['id', 'house', 'note'], rooms())
  await expect(loader.finish()).rejects.toThrow(said)
  await connection.script('rollback')
})
