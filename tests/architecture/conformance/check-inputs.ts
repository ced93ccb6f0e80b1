import { type Field, writableFields } from '@wattyard/resource'
import { type Caller, newId, type ServedResource } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { beforeAll, expect, test } from 'vitest'
import { beyondBounds, wrongValue } from './sample-value.ts'
import { administrator, type World } from './world.ts'

const NOBODY = newId()

/** Actions of a definition with the path, the method and the permission of each. */
function actionsOf({
  resource,
}: ServedResource): { path: string; permission: string; method: 'GET' | 'POST'; input?: Record<string, unknown> }[] {
  const base = `/api/${resource.path}`
  const action = (path: string, permission: string, method: 'GET' | 'POST' = 'POST', input = {}) => ({
    path: `${base}/${path}`,
    permission: `${resource.name}:${permission}`,
    method,
    input,
  })
  const actions = ['list', 'get', 'select', 'history'].map(path => action(path, 'read'))
  if (resource.exchange?.export !== false) actions.push(action('export', 'export', 'GET'))
  if (resource.exchange?.import) actions.push(action('import', 'import'))
  if (resource.writes === 'crud')
    actions.push(action('save', 'create'), action('save', 'update', 'POST', { id: NOBODY }), action('del', 'delete'))
  actions.push(...Object.keys(resource.commands).map(name => action(name, name)))
  return actions
}

/** Who may ask, and that what is wrong is named. */
export function checkInputs(world: World, served: ServedResource): void {
  const { call } = world.server
  const { resource } = served
  const base = `/api/${resource.path}`
  let as: Caller
  beforeAll(async () => {
    as = await administrator(world)
  })

  test.each(actionsOf(served).map(action => [action.permission, action] as const))(
    'refuses who lacks %s',
    async (permission, { path, method, input }) => {
      const others = new Set(world.served.flatMap(one => one.resource.permissions))
      others.delete(permission)
      const lacking = callerWith({ tenantId: as.tenantId, permissions: [...others] })
      expect(await call(path, input, { as: lacking, method })).toMatchObject({
        status: 403,
        success: false,
        code: 'kernel.forbidden',
      })
      const having = callerWith({ tenantId: as.tenantId, permissions: [permission] })
      if (method === 'POST')
        expect((await call(path, input, { as: having, key: newId() })).code).not.toBe('kernel.forbidden')
      expect(await call(path, input, { method })).toMatchObject({ status: 401, success: false })
    },
  )

  test('unknown filters, sorts and fields are named', async () => {
    const filter = await call(`${base}/list`, { filter: { noSuchField: 'x' } }, { as })
    expect(Object.keys(filter.data.fields)).toEqual(['filter.noSuchField'])
    const sort = await call(`${base}/list`, { sort: 'noSuchField' }, { as })
    expect(Object.keys(sort.data.fields)).toEqual(['sort'])
    const hidden = Object.keys(resource.fields).find(key => !resource.list.filters.includes(key))
    if (hidden) expect((await call(`${base}/list`, { filter: { [hidden]: 'x' } }, { as })).code).toBe('kernel.invalid')
    if (resource.writes === 'crud') {
      const saved = await call(`${base}/save`, { noSuchField: 'x' }, { as })
      expect(Object.keys(saved.data.fields)).toContain('noSuchField')
    }
    for (const name of Object.keys(resource.commands)) {
      const answer = await call(`${base}/${name}`, { id: NOBODY, noSuchField: 'x' }, { as, key: newId() })
      expect(Object.keys(answer.data?.fields ?? {}), name).toContain('noSuchField')
    }
  })

  test('a value beyond its bounds names its field and the bound', async () => {
    const mustName = async (path: string, key: string, value: unknown, target = {}) => {
      const { data } = await call(`${base}/${path}`, { ...target, [key]: value }, { as, key: newId() })
      expect(data?.fields, `${path} ${key} = ${JSON.stringify(value)}`).toHaveProperty(key)
      expect(data.fields[key], key).toMatch(/\d/)
    }
    if (resource.writes === 'crud')
      for (const [key, of] of writableFields(resource, 'create'))
        for (const value of beyondBounds(of)) await mustName('save', key, value)
    for (const [name, rule] of Object.entries(resource.commands))
      for (const [key, of] of Object.entries(rule.input ?? {}))
        for (const value of beyondBounds(of)) await mustName(name, key, value, rule.on === 'none' ? {} : { id: NOBODY })
  })

  test('a wrong value names its field', async () => {
    const wrong = (fields: readonly (readonly [string, Field])[]) => {
      const pairs = fields.map(([key, of]) => [key, wrongValue(of)] as const).filter(([, value]) => value !== undefined)
      return Object.fromEntries(pairs)
    }
    const named = (fields: Record<string, unknown> | undefined) =>
      new Set(Object.keys(fields ?? {}).map(key => key.split('.')[0]))
    if (resource.writes === 'crud') {
      const input = wrong(writableFields(resource, 'create'))
      const { data } = await call(`${base}/save`, input, { as })
      expect(Object.keys(input).filter(key => !named(data.fields).has(key))).toEqual([])
    }
    for (const [name, rule] of Object.entries(resource.commands)) {
      const input = wrong(Object.entries(rule.input ?? {}))
      if (Object.keys(input).length === 0) continue
      const { data } = await call(
        `${base}/${name}`,
        { ...(rule.on === 'none' ? {} : { id: NOBODY }), ...input },
        { as, key: newId() },
      )
      expect(
        Object.keys(input).filter(key => !named(data?.fields).has(key)),
        name,
      ).toEqual([])
    }
  })
}
