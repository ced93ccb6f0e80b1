import { scopeOfInvestor } from '@wattyard/identity/server'
import { idInput, listInput } from '@wattyard/calls'
import type { Field, Fields } from '@wattyard/resource'
import {
  type Caller,
  type DataScope,
  listAnswer,
  listRecords,
  may,
  Refusal,
  type ResourceIndex,
  type Route,
  route,
  type WireRecord,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { station } from '../../contract/index.ts'

const both = ['GET', 'POST'] as const

/** Filters are those of the list; here the path says whose stations they are. */
const listOfSomebody = listInput.omit({ filter: true })

function servedStation(index: ResourceIndex) {
  const served = index.byName(station.name)
  if (!served) throw new Error('stations are not served')
  return served
}

/** Fields that everybody may know, with the number and the state of a station. */
const PUBLIC_FIELDS: Fields = Object.fromEntries(
  Object.entries<Field>(station.fields).filter(
    ([key, { privacy }]) => privacy === 'public' || key === 'code' || key === 'status',
  ),
)

/** `GET /api/device/station/list_by_provider`: the list, of one operator's stations alone. */
const byProvider = (index: ResourceIndex): Route =>
  route({
    method: both,
    path: '/api/device/station/list_by_provider',
    access: 'assets.station:read',
    input: listOfSomebody.extend({ id: idInput }),
    output: listAnswer(station),
    work: 'read',
    summary: 'stations of an operator',
    handle({ tx, caller, input: { id, ...input } }) {
      return listRecords(tx, caller, servedStation(index), index, { ...input, filter: { operator: id } })
    },
  })

const common = (a: readonly string[] | null, b: readonly string[] | null) =>
  a === null ? b : b === null ? a : a.filter(id => b.includes(id))

/** Rows that both may see. */
const overlap = (a: DataScope, b: DataScope): DataScope => ({
  operators: common(a.operators, b.operators),
  stations: common(a.stations, b.stations),
  investors: common(a.investors, b.investors),
})

/** Number, state and what everybody may know of a station: an investor is no member of the staff. */
function publicPart(record: WireRecord): WireRecord {
  const { id, version, createdAt, updatedAt, can } = record
  const open = Object.fromEntries(Object.keys(PUBLIC_FIELDS).map(key => [key, record[key]]))
  return { ...open, id, version, createdAt, updatedAt, can }
}

const seesWholeRecords = (caller: Caller) => may(caller, 'assets.station:read')

/**
 * `GET /api/device/station/list_by_investor`: stations of an investor, which are those that their account was assigned
 * (decision 195). Investors ask for their own, without an id; people who may look at stations and at that account ask
 * for it and see of its stations those that they see anyway.
 *
 * Refuses with `kernel.notFound` what is no investor to the caller, be it missing, somebody else's or staff.
 */
const byInvestor = (index: ResourceIndex): Route =>
  route({
    method: both,
    path: '/api/device/station/list_by_investor',
    // Investors have no permission on stations; which people they may ask about is checked below.
    access: 'signed-in',
    input: listOfSomebody.extend({ id: idInput.optional() }),
    // Staff see whole records, an investor the public part.
    output: z.union([listAnswer(station), listAnswer({ fields: PUBLIC_FIELDS })]),
    work: 'read',
    summary: 'stations of an investor',
    async handle({ tx, caller, input: { id = caller.userId, ...input } }) {
      const isWhole = seesWholeRecords(caller)
      const mayAsk = id === caller.userId || (isWhole && may(caller, 'identity.user:read'))
      const theirs = mayAsk ? await scopeOfInvestor(tx, caller, id) : null
      if (theirs === null) throw new Refusal('kernel.notFound', { status: 404 })
      const narrow = { ...caller, scope: overlap(caller.scope, theirs) }
      const answer = await listRecords(tx, narrow, servedStation(index), index, input)
      return isWhole ? answer : { ...answer, list: answer.list.map(publicPart), labels: {} }
    },
  })

/** Lists of stations beside the one of the resource, with its records. */
export const stationLists = (index: ResourceIndex): readonly Route[] => [byProvider(index), byInvestor(index)]
