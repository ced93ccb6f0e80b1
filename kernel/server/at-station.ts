import { AT_STATION } from '@wattyard/calls'
import { z } from 'zod'
import type { Caller } from './caller.ts'
import type { Route } from './http/route.ts'
import { isId } from './new-id.ts'
import { invalid } from './refusal.ts'

/** What a request brought: the chosen station, if it names one, and the rest. */
interface Brought {
  /** Text of the request, unchecked; null for all stations. */
  readonly station: unknown
  readonly input: Record<string, unknown>
}

/**
 * Takes the chosen station out of what a request brought. Routes that no station narrows keep the key, which their schema then
 * refuses as unknown: nothing is answered for all stations to somebody who asked about one.
 */
export function takeStation({ stations }: Pick<Route, 'stations'>, received: Record<string, unknown>): Brought {
  if (stations !== 'narrowed') return { station: null, input: received }
  const { [AT_STATION]: station = null, ...input } = received
  return { station: station === '' ? null : station, input }
}

/**
 * Returns the caller as somebody who sees at most one station of what they see. Every query asks for the caller's scope first, so
 * it narrows rows, counts and sums alike, and of a station beyond the scope nothing is left.
 * @throws Refusal `kernel.invalid` when the text is no id
 */
export function narrowedTo(caller: Caller, station: unknown): Caller {
  if (station === null) return caller
  if (typeof station !== 'string' || !isId(station)) throw invalid({ [AT_STATION]: { key: 'kernel.field.notAnId' } })
  const { operators, stations, investors } = caller.scope
  // Who is told apart by investors alone sees nothing of rows that name none; a station beside them must not open those.
  const isForInvestors = operators === null && stations === null && investors !== null
  const isWithin = stations === null ? !isForInvestors : stations.includes(station)
  return { ...caller, scope: { ...caller.scope, stations: isWithin ? [station] : [] }, chosenStation: station }
}

/** Returns the JSON schema of what a route takes: its own input, and the chosen station where it follows one. */
export function inputSchema({ input, stations }: Pick<Route, 'input' | 'stations'>): Record<string, unknown> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  if (stations !== 'narrowed') return schema
  return { ...schema, properties: { ...schema.properties, [AT_STATION]: { type: 'string', format: 'uuid' } } }
}
