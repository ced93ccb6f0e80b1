import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineResource, field } from '@wattyard/resource'
import { scratchFolder } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { proposeFromMigrations, schemaPropose } from './schema-propose.ts'

/** Somewhere nothing was ever started. */
const parent = scratchFolder('wattyard-propose-')
const env = readEnvironment({ WATTYARD_DATA: join(parent, 'data') })

async function run(...args: string[]): Promise<string> {
  const printed: string[] = []
  const place = {
    env,
    print: (text: string) => void printed.push(text),
    tell: () => {},
    read: () => Buffer.alloc(0),
    signal: new AbortController().signal,
  }
  expect(await schemaPropose.run(args, place)).toBe(0)
  return printed.join('\n')
}

test('without an installation the migrations are compared, and no installation is made', async () => {
  expect(await run('/basedata/model', 'assets.station')).toBe('-- 2 definitions, nothing to propose')
  await expect(run('basedata/nothing')).rejects.toThrow('no module serves basedata/nothing')
  expect(existsSync(env.dataFolder)).toBe(false)
  rmSync(parent, { recursive: true })
}, 60_000)

test('a definition that no migration knows is proposed whole, another is not named', async () => {
  const fresh = defineResource({
    name: 'assets.locker',
    path: 'basedata/locker',
    scope: 'shared',
    writes: 'crud',
    fields: { code: field.code({ max: 32 }) },
    list: { columns: ['code'], filters: [], sort: 'code', search: ['code'] },
    form: [['code']],
    label: 'code',
    unique: [['code']],
  })
  const { sql, definitions } = await proposeFromMigrations({ env, signal: new AbortController().signal }, served => [
    ...served,
    fresh as never,
  ])
  expect(definitions).toBeGreaterThan(20)
  expect(sql).toMatch(/^-- assets\.locker\ncreate table assets_locker \(/)
  expect(sql.match(/^-- \w+\.\w+$/gm)).toEqual(['-- assets.locker'])
  expect(sql).toContain("call wattyard_protect('assets_locker');")
}, 60_000)
