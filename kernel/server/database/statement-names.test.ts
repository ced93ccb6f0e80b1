import { expect, test } from 'vitest'
import { statementNames } from './statement-names.ts'

test('a text is kept prepared from the second time on, under a name that is its own and the same in every process', () => {
  const [here, there] = [statementNames(), statementNames()]
  expect([here('select $1'), there('select $1')]).toEqual([undefined, undefined])
  const name = here('select $1')
  expect(name).toMatch(/^w[0-9a-f]{32}$/)
  expect([here('select $1'), there('select $1')]).toEqual([name, name])
  here('select $2')
  expect(here('select $2')).not.toBe(name)
})

test('no more texts are named than the connections can hold; those that are stay so', () => {
  const nameOf = statementNames(2)
  for (const text of ['a', 'b', 'c']) nameOf(text)
  const [a, b] = [nameOf('a'), nameOf('b')]
  expect(a && b).toBeTruthy()
  expect([nameOf('c'), nameOf('c'), nameOf('a')]).toEqual([undefined, undefined, a])
})

test('texts that come once crowd nothing out', () => {
  const nameOf = statementNames()
  for (let at = 0; at < 10_000; at++) nameOf(`select ${at}`)
  nameOf('often')
  expect(nameOf('often')).toBeDefined()
})

test('a statement that takes all columns is not kept: its answer changes when another process migrates the table', () => {
  const nameOf = statementNames()
  for (const text of [
    'select * from pile where id = $1',
    'select h.* from hold h where id = $1',
    'update pile set a = $1 returning *',
    'insert into hold (id) values ($1) returning hold.*',
    'with late as (select * from hold where at < $1) select id from late',
  ]) {
    nameOf(text)
    expect(nameOf(text)).toBeUndefined()
  }
})

test('one that answers columns by name, or none, is kept, also where it reads all columns of a list', () => {
  const nameOf = statementNames()
  for (const text of [
    'insert into pile (id, a) select * from unnest($1::uuid[], $2::int[]) on conflict (id) do update set a = excluded.a',
    'insert into pile select * from unnest($1::uuid[]) returning id',
    'select id from pile where (id, a) in (select * from unnest($1::uuid[], $2::int[]))',
  ]) {
    nameOf(text)
    expect(nameOf(text)).toBeDefined()
  }
})
