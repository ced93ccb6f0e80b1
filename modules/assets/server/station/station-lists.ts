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

/** Input without `filter`: the path decides whose stations are listed. */
const listOfSomebody = listInput.omit({ filter: true })

function servedStation(index: ResourceIndex) {
  const served = index.byName(station.name)
  if (!served) throw new Error('stations are not served')
  return served
}

/** Public fields, with number and state of a station. */
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

/** Returns the public part of a station's record, for investors, who are not staff. */
function publicPart(record: WireRecord): WireRecord {
  const { id, version, createdAt, updatedAt, can } = record
  const open = Object.fromEntries(Object.keys(PUBLIC_FIELDS).map(key => [key, record[key]]))
  return { ...open, id, version, createdAt, updatedAt, can }
}

const seesWholeRecords = (caller: Caller) => may(caller, 'assets.station:read')

/**
 * Serves `GET /api/device/station/list_by_investor`: stations assigned to an investor's account (decision 195). Investors call it
 * without id for their own; people who may read stations and that account pass its id and get those of its stations that they see
 * anyway.
 *
 * Refuses with `kernel.notFound` when the id is not an investor visible to the caller.
 */
const byInvestor = (index: ResourceIndex): Route =>
  route({
    method: both,
    path: '/api/device/station/list_by_investor',
    // Investors have no permission on stations; the handler checks whose stations they request.
    access: 'signed-in',
    input: listOfSomebody.extend({ id: idInput.optional() }),
    // Staff get whole records, investors the public part.
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

/** Returns further list routes with records of the resource. */
export const stationLists = (index: ResourceIndex): readonly Route[] => [byProvider(index), byInvestor(index)]
