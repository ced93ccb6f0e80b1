import { type Caller, newId, type ServedResource } from '@wattyard/server-kit'
import type { TestServer } from '@wattyard/testing'
import { Records } from './records.ts'
import { administrator, type World } from './world.ts'

/** Definitions that name a station and do not follow the chosen one, with the reason. */
export const EXEMPT: Readonly<Record<string, string>> = {
  'identity.user': 'people without stations of their own work at all of them',
  'platform.approval': 'what waits for a person’s word is reached from every page',
  'assets.reportedDevice': 'makes and models seen anywhere, each with one pile as an example',
  'gateway.pendingPile': 'has no station until it is accepted',
}
/** Resources by which a record belongs to a station. */
const PLACES = ['assets.station', 'assets.pile', 'assets.connector']
const PAGE = 200

export type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Answer = ReturnType<TestServer['call']>
type Input = Readonly<Record<string, unknown>>

/** Returns the definitions whose rows belong to stations, without exemptions. */
export const placedIn = ({ served }: Pick<World, 'served'>): readonly ServedResource[] =>
  served.filter(
    ({ resource: { name, fields } }) =>
      name === 'assets.station' || Object.values(fields).some(({ of }) => PLACES.includes(of ?? '')),
  )

/** Returns the definitions that follow the station chosen in the console. */
export const followingIn = (world: Pick<World, 'served'>): readonly ServedResource[] =>
  placedIn(world).filter(({ resource }) => !(resource.name in EXEMPT))

/** Two stations of two operators in one company, with rows of every definition at both. */
export interface PlacedRows {
  /** Somebody who may do everything in the company. */
  as: Caller
  stations: readonly [string, string]
  /** Calls a route as somebody, the administrator when absent. */
  read(path: string, input: Input, who?: Caller): Answer
  /** Reads the list of a definition: all rows that the tests have. */
  listOf(served: ServedResource, input?: Input, who?: Caller): Answer
  /** Returns the station of each row: its own, that of its pile or connector, or the row itself. */
  stationsOfRows(served: ServedResource, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>>
}

/** Makes the rows. */
export async function placedRows(world: World): Promise<PlacedRows> {
  const as = await administrator(world)
  const made: string[] = []
  for (const seed of [0, 10_000]) {
    const records = new Records(world, as, seed)
    made.push(await records.target('assets.station'))
    for (const served of followingIn(world)) for (let at = 0; at < 2; at++) await records.make(served)
  }
  const read = async (path: string, input: Input, who = as) =>
    world.server.call(path, input, { as: who, method: 'GET', key: newId() })
  const listOf = async ({ resource }: ServedResource, input: Input = {}, who = as) =>
    read(`/api/${resource.path}/list`, { pageSize: PAGE, ...input }, who)
  return {
    as,
    stations: [made[0] ?? '', made[1] ?? ''],
    read,
    listOf,
    async stationsOfRows({ resource }, rows) {
      const places = new Map<unknown, unknown>()
      for (const name of ['assets.pile', 'assets.connector']) {
        const served = world.served.find(one => one.resource.name === name)
        if (!served) throw new Error(`nothing serves ${name}`)
        for (const row of (await listOf(served)).data.list) places.set(row.id, row.station)
      }
      const stationOf = (row: Row): unknown =>
        resource.name === 'assets.station'
          ? row.id
          : 'station' in resource.fields
            ? row.station
            : (places.get(row.pile) ?? places.get(row.connector))
      return new Map(rows.map(row => [row.id, stationOf(row)]))
    },
  }
}
