import type { Scope } from '@wattyard/resource'
import { type Caller, type DataScope, newId, type ServedResource, WHOLE_TENANT } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { beforeAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, type World } from './world.ts'

/** Who does something is no place where something is: people are named by rows of all kinds. */
const PEOPLE = 'identity.user'

/** Whether rows of a scope belong to single stations. */
function isOfStations(scope: Scope): boolean {
  if (typeof scope === 'string') return false
  if ('through' in scope) return isOfStations(scope.of.scope)
  return 'operator' in scope && scope.station !== null
}

/** How many calls were refused or found nothing because of the caller's reach. */
export const scopeChecked = { calls: 0 }

/** What a definition shows, and lets do, to somebody who sees only a part of the tenant, and not this part. */
export function checkScope(world: World, served: ServedResource): void {
  const { resource } = served
  const { scope } = resource
  const base = `/api/${resource.path}`
  let as: Caller
  let id = ''
  beforeAll(async () => {
    as = await administrator(world)
    ;({ id } = await new Records(world, as).make(served))
  })
  const call = async (path: string, input: Record<string, unknown>, who: Caller) => {
    scopeChecked.calls++
    return world.server.call(`${base}/${path}`, input, { as: who, key: newId() })
  }
  const limited = (part: Partial<DataScope>) =>
    callerWith({ tenantId: as.tenantId, scope: { ...WHOLE_TENANT, operators: [], ...part } })

  test('what points at a station is narrowed as the station is', () => {
    const wide = Object.entries(resource.fields).filter(([, { of }]) => {
      const target = of === undefined || of === PEOPLE ? undefined : world.server.index.byName(of)?.resource
      return target !== undefined && isOfStations(target.scope)
    })
    expect(scope === 'shared' ? wide.map(([key]) => key) : []).toEqual([])
  })

  const others: [string, Partial<DataScope>][] = [
    ['no operator', {}],
    ['other operators', { operators: [newId()] }],
    ['other stations', { operators: [newId()], stations: [newId()] }],
    ['other investors', { operators: [newId()], investors: [newId()] }],
  ]
  test.each(others)('somebody of %s', async (_name, part) => {
    const who = limited(part)
    const reading = [
      ['list', {}],
      ['select', {}],
      ['select', { ids: [id] }],
      ['get', { id }],
      ['history', { id }],
    ] as const
    for (const [path, input] of reading) {
      const answer = await call(path, input, who)
      if (scope === 'shared') expect(answer, path).toMatchObject({ success: true })
      else if (scope === 'wholeTenant') expect(answer.code, path).toBe('kernel.wholeTenantOnly')
      else if ('id' in input) expect(answer.code, path).toBe('kernel.notFound')
      else expect(answer.data.list, path).toEqual([])
    }
  })

  test('an export has no rows for them', async () => {
    if (resource.exchange?.export === false) return
    const answer = await world.server.call(`${base}/export`, {}, { as: limited({}), method: 'GET' })
    if (scope === 'wholeTenant') expect(answer.code).toBe('kernel.wholeTenantOnly')
    else if (scope === 'shared') expect(Number(answer.headers['x-total-rows'])).toBeGreaterThan(0)
    else expect(answer.headers['x-total-rows']).toBe('0')
  })

  test('they change nothing of it', async () => {
    // Of guarded rows a door says which are whose: that is for the tests of its module.
    if (resource.changes === 'guarded') return
    const who = limited({ stations: [newId()] })
    const records = new Records(world, as)
    const calls: [string, Record<string, unknown>][] = []
    if (resource.writes === 'crud') calls.push(['save', { id }], ['del', { id }])
    for (const [name, rule] of Object.entries(resource.commands)) {
      // What a command on no record does to others is for its own tests and for the matrix of routes.
      if (rule.on === 'none' && typeof scope !== 'string') continue
      const values = await records.values(resource, Object.entries(rule.input ?? {}))
      calls.push([name, { ...values, ...(rule.on === 'none' ? {} : { id }) }])
    }
    for (const [path, input] of calls) {
      const { code } = await call(path, input, who)
      if (scope === 'wholeTenant') expect(code, path).toBe('kernel.wholeTenantOnly')
      else if (scope === 'shared') expect(code, path).toBe('kernel.sharedRows')
      else expect(['kernel.notFound', 'kernel.sharedRows'], path).toContain(code)
    }
    if (scope === 'shared') {
      const { data } = await call('list', {}, who)
      expect(data.can.filter((action: string) => !action.startsWith('export'))).toEqual([])
      expect(data.list.flatMap((row: { can: string[] }) => row.can)).toEqual([])
    }
  })
}
