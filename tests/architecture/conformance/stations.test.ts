import { AT_STATION } from '@wattyard/calls'
import { newId, type Route, type ServedResource, WHOLE_TENANT } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { EXEMPT, followingIn, placedIn, type PlacedRows, placedRows, type Row } from './placed-rows.ts'
import { requiredInputs } from './route-inputs.ts'
import { rowsAddedUp } from './rows-added-up.ts'
import { conformanceWorld } from './world.ts'

/*
 * The station chosen in the console, asked of every definition and every call (decision 378). What belongs to a station is
 * counted by hand from the lists of all stations, by the station or the pile that a record names: none of the code that narrows
 * has a part in it.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

const placed = placedIn(world)
const following = followingIn(world)
const { as, stations, read, listOf, stationsOfRows }: PlacedRows = await placedRows(world)

/** Returns a value that is a text on the wire. @throws Error for any other */
function wireText(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`no amount: ${JSON.stringify(value)}`)
  return value
}

/** Adds decimal texts and numbers exactly, in millionths. */
function sum(values: readonly unknown[]): bigint {
  return values.reduce<bigint>((total, value) => {
    if (value === null) return total
    const [, sign = '', whole = '0', part = ''] =
      /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof value === 'number' ? String(value) : wireText(value)) ?? []
    const amount = BigInt(whole + part.padEnd(6, '0'))
    return sign === '' ? total + amount : total - amount
  }, 0n)
}

test('what names a station follows the chosen one, or is exempt for a reason', () => {
  const follows = (one: ServedResource) =>
    world.server.app.routes().find(({ path }) => path === `/api/${one.resource.path}/list`)?.stations === 'narrowed'
  const names = (list: readonly ServedResource[]) => list.map(({ resource }) => resource.name).toSorted()
  console.log(`stations: ${names(following).join(' ')}`)
  expect(names(world.served.filter(follows))).toEqual(names(following))
  expect(Object.keys(EXEMPT).filter(name => !placed.some(({ resource }) => resource.name === name))).toEqual([])
  expect(following.length).toBeGreaterThan(8)
})

test.each(following.map(served => [served.resource.name, served] as const))(
  '%s: rows, sums and exports of a station are those counted by hand',
  async (_name, served) => {
    const { resource } = served
    const all: readonly Row[] = (await listOf(served)).data.list
    const places = await stationsOfRows(served, all)
    const wrong: string[] = []
    for (const station of stations) {
      const own = all.filter(row => places.get(row.id) === station)
      expect(own.length, 'the test has rows at the station, and elsewhere').toBeGreaterThan(0)
      expect(own.length).toBeLessThan(all.length)
      const { data } = await listOf(served, { [AT_STATION]: station })
      const ids = (rows: readonly Row[]) =>
        rows
          .map(row => row.id)
          .toSorted()
          .join()
      if (ids(data.list) !== ids(own) || data.total !== own.length) wrong.push(`list ${data.total} not ${own.length}`)
      if (resource.list.totals) {
        const { totals, rows, left } = (await read(`/api/${resource.path}/totals`, { [AT_STATION]: station })).data
        const added = rowsAddedUp(resource, own)
        if (rows !== added.length || rows + left !== own.length) wrong.push(`sums of ${rows} rows and ${left} left out`)
        for (const key of resource.list.totals)
          if (sum([totals[key]]) !== sum(added.map(row => row[key]))) wrong.push(`sum of ${key}`)
      }
      if (resource.exchange?.export === false) continue
      const file = await read(`/api/${resource.path}/export`, { [AT_STATION]: station })
      const lines = file.text.trim().split('\r\n').length - 1
      if (file.headers['x-total-rows'] !== String(own.length)) wrong.push('export tells another number of rows')
      if (lines < own.length) wrong.push(`export has ${lines} lines`)
    }
    expect(wrong).toEqual([])
  },
)

test('nobody gets more by choosing a station: beyond reach there is nothing', async () => {
  const [near, far] = stations
  const station: Row[] = (await listOf(following.find(({ resource }) => resource.name === 'assets.station')!)).data.list // follows
  const operators = station.flatMap(row => (row.id === near ? [String(row.operator)] : []))
  const limits = [
    { operators, stations: [near] },
    { operators: [newId()], stations: null },
    { operators: null, stations: null, investors: [newId()] },
  ].map(part => callerWith({ tenantId: as.tenantId, scope: { ...WHOLE_TENANT, ...part } }))
  const strangers = callerWith({ tenantId: newId() })
  let asked = 0
  for (const served of following)
    for (const who of [...limits, strangers])
      for (const chosen of [far, near, newId()]) {
        if (who === limits[0] && chosen === near) continue
        const { data } = await listOf(served, { [AT_STATION]: chosen }, who)
        expect([served.resource.name, data.total, data.list]).toEqual([served.resource.name, 0, []])
        asked++
      }
  console.log(`stations: ${asked} lists of a station beyond reach are empty`)
})

test('a station that is no id is refused, and by lists that follow none any station', async () => {
  for (const served of world.served) {
    const isFollowing = following.includes(served)
    const answer = await listOf(served, { [AT_STATION]: isFollowing ? 'x' : stations[0] })
    expect([served.resource.name, answer.code]).toEqual([served.resource.name, 'kernel.invalid'])
  }
})

/** Routes that every definition has for many rows; the tests above are about them. */
const OF_DEFINITION = new Set(
  world.served.flatMap(({ resource }) => ['list', 'totals', 'export'].map(action => `/api/${resource.path}/${action}`)),
)
const isOwn = ({ path, stations: said }: Route): boolean => said === 'narrowed' && !OF_DEFINITION.has(path)

test('sums of orders and counts of cases are those of the station’s rows', async () => {
  const of = (name: string) => world.served.find(({ resource }) => resource.name === name)! // asked for above
  for (const station of stations) {
    const rows = async (name: string): Promise<Row[]> =>
      (await listOf(of(name))).data.list.filter((row: Row) => row.station === station)
    const orders = await rows('charging.order')
    const { totals } = (await read('/api/finance/orderTotals', { [AT_STATION]: station })).data
    expect(totals.orders).toBe(orders.length)
    expect(sum([totals.total])).toBe(sum(orders.map(row => row.total)))
    const open = (await rows('charging.abnormal')).filter(row => row.state === 'open' && row.severity !== 'notice')
    expect((await read('/api/charging/abnormal/counts', { [AT_STATION]: station })).data.total).toBe(open.length)
  }
})

test('calls that follow a station tell nothing of another', async () => {
  const routes = world.server.app.routes().filter(isOwn)
  const ids: string[][] = []
  for (const station of stations) {
    const own: string[] = [station]
    for (const served of following)
      own.push(...(await listOf(served, { [AT_STATION]: station })).data.list.map((row: Row) => row.id))
    ids.push(own)
  }
  const told = new Map<string, number>()
  for (const route of routes)
    for (const [at, station] of stations.entries()) {
      const answer = await read(route.path, { ...requiredInputs({ route, method: 'GET' }), [AT_STATION]: station })
      expect([route.path, answer.status]).toEqual([route.path, 200])
      const [own = [], others = []] = at === 0 ? ids : ids.toReversed()
      expect([route.path, others.filter(id => answer.text.includes(id))]).toEqual([route.path, []])
      told.set(route.path, (told.get(route.path) ?? 0) + own.filter(id => answer.text.includes(id)).length)
    }
  console.log(`stations: ${[...told].map(([path, count]) => `${path} ${count}`).join(', ')}`)
  expect([...told.keys()]).toEqual(expect.arrayContaining(['/api/charging/wall', '/api/charging/monitor']))
  expect(told.get('/api/charging/wall')).toBeGreaterThan(0)
})
