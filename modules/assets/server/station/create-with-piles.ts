import {
  type Call,
  checkNewValues,
  invalid,
  may,
  Refusal,
  refuseTogether,
  type ResourceIndex,
  type Route,
  saveRecord,
  type MessageRef,
  serveCall,
  type ServedResource,
} from '@wattyard/server-kit'
import { checkStationWithPiles, createStationWithPiles } from '../../contract/calls/new-station.ts'
import { mustBeFreeIdentity } from '../pile/free-identity.ts'
import { pile, station } from '../../contract/index.ts'

function servedOf(index: ResourceIndex, name: string): ServedResource {
  const served = index.byName(name)
  if (!served) throw new Error(`${name} is not served`)
  return served
}

/** Returns a save's field errors under their place in the call. Other refusals are thrown on. */
async function wrongIn({ tx }: Call, place: string, save: () => Promise<unknown>): Promise<[string, MessageRef][]> {
  await tx.execute('savepoint new_pile')
  try {
    await save()
    await tx.execute('release savepoint new_pile')
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    // A unique violation aborts the transaction, so the check runs inside a savepoint.
    await tx.execute('rollback to savepoint new_pile')
    return Object.entries(error.fields).map(([key, saying]) => [`${place}.${key}`, saying])
  }
}

/**
 * Serves `POST /api/device/station/saveWithPiles`: creates a station and its piles in one transaction, each by the rules of its
 * own form. All piles are checked, so that one answer contains all errors.
 */
export function createWithPiles(index: ResourceIndex): Route {
  return serveCall(createStationWithPiles, {
    work: 'write',
    keyed: true,
    async handle(call) {
      if (!may(call.caller, `${pile.name}:create`)) throw new Refusal('kernel.forbidden', { status: 403 })
      const { station: wanted, piles } = call.input
      let id = ''
      const inStation = await wrongIn(call, 'station', async () => {
        const row = await saveRecord(call, servedOf(index, station.name), index, mustBeNew(wanted))
        id = row.id
      })
      if (inStation.length > 0) throw invalid(Object.fromEntries(inStation))
      const inPiles: [string, MessageRef][] = []
      for (const [at, one] of piles.entries())
        inPiles.push(
          ...(await wrongIn(call, `piles.${at}`, async () =>
            saveRecord(call, servedOf(index, pile.name), index, { ...mustBeNew(one, ['station']), station: id }),
          )),
        )
      if (inPiles.length > 0) throw invalid(Object.fromEntries(inPiles))
      return { id, piles: piles.length }
    },
  })
}

/** Returns a check whose field errors are told under their place in the call. */
const under = (place: string, check: () => Promise<void>) => async (): Promise<void> => {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    throw invalid(Object.fromEntries(Object.entries(error.fields).map(([key, saying]) => [`${place}.${key}`, saying])))
  }
}

/**
 * Serves `POST /api/device/station/checkWithPiles`: tells what of a step of the form the save would refuse, so that nobody learns it
 * four steps later.
 */
export function checkWithPiles(index: ResourceIndex): Route {
  return serveCall(checkStationWithPiles, {
    work: 'read',
    async handle(call) {
      if (!may(call.caller, `${pile.name}:create`)) throw new Refusal('kernel.forbidden', { status: 403 })
      const { station: wanted, piles } = call.input
      const seen = new Set<string>()
      const check = (name: string, values: Readonly<Record<string, unknown>>) => async () =>
        checkNewValues(call, servedOf(index, name), index, values, seen)
      await refuseTogether([
        under('station', check(station.name, wanted)),
        ...piles.flatMap((one, at) => [
          under(`piles.${at}`, check(pile.name, one)),
          under(`piles.${at}`, () => mustBeFreeIdentity(call, one.identity)),
        ]),
      ])
      return {}
    },
  })
}

/**
 * Checks that a save creates a record: an id would turn it into an update, which needs another permission.
 *
 * @param also further fields that the caller may not set, such as the station of a pile in this call
 * @throws Refusal `kernel.invalid` naming each of them
 */
function mustBeNew(input: Readonly<Record<string, unknown>>, also: readonly string[] = []): Record<string, unknown> {
  const extra = ['id', 'version', ...also].filter(key => key in input)
  if (extra.length > 0) throw invalid(Object.fromEntries(extra.map(key => [key, { key: 'kernel.field.unknown' }])))
  return { ...input }
}
