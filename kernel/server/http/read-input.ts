import { AT_STATION, pathNames } from '@wattyard/calls'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { queryOf } from './credentials.ts'
import { decodePairs, formPairs } from './decode-body.ts'
import { decodeBytes } from './decode-large.ts'
import { membersOf } from './limits.ts'
import type { Route } from './route.ts'

/** Parameters that belong to the transport and are no input of any route. */
const TRANSPORT_KEYS = ['token', 'mobileLogin', '_']

/** A part of a path: fixed, or a name. Patterns of the router would match what no schema has seen. */
const PART = /^(:[a-z][A-Za-z0-9]*|[\w.-]*)$/

/**
 * Checks the path of a route when it is added.
 * @throws RangeError for a part that is neither fixed nor a name, for a name used twice or meaning something else in every request
 */
export function mustBeRoutePath(path: string): void {
  const names = pathNames(path)
  const isPlain = path.split('/').every(part => PART.test(part))
  const taken = names.filter((name, at) => [...TRANSPORT_KEYS, AT_STATION, ...names.slice(0, at)].includes(name))
  if (!isPlain || taken.length > 0) throw new RangeError(`${path} is no path of a route`)
}

/**
 * Returns the values of a route's `:name` parts, decoded.
 * @throws Refusal `kernel.unknownPath` for an empty one
 */
function pathValues({ path }: Pick<Route, 'path'>, { params }: FastifyRequest): Record<string, string> {
  const given = params as Readonly<Record<string, string>> // the router gives a text for each name
  return Object.fromEntries(
    pathNames(path).map(name => {
      const text = given[name] ?? ''
      if (text === '') throw new Refusal('kernel.unknownPath', { status: 404 })
      return [name, text]
    }),
  )
}

/** The body is the handler's own to read. */
export const isForBytes = (definition: Route): boolean => definition.work === 'raw' && definition.bytes === true

/** Path, query and body as one object; nothing is checked yet but the form of it, and that nothing is said twice. */
export async function readInput(definition: Route, request: FastifyRequest): Promise<Record<string, unknown>> {
  const query = formPairs(queryOf(request))
  for (const key of TRANSPORT_KEYS) query.delete(key)
  const fromQuery = decodePairs(query)
  const { body: bytes } = request
  const body =
    !isForBytes(definition) && Buffer.isBuffer(bytes)
      ? await decodeBytes(request.headers['content-type'], bytes, membersOf(definition))
      : {}
  for (const key of TRANSPORT_KEYS) if (key !== 'mobileLogin' || !('username' in body)) delete body[key]
  for (const key of Object.keys(body))
    if (key in fromQuery) throw new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'duplicate' } })
  const fromPath = pathValues(definition, request)
  for (const name of Object.keys(fromPath))
    if (name in fromQuery || Object.hasOwn(body, name))
      throw new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'inAddress', name } })
  return Object.assign(fromQuery, body, fromPath)
}

/** Bytes that a request says it brings; infinite when it says that some come but not how many. */
export function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity
  const length = Number(headers['content-length'] ?? 0)
  return Number.isFinite(length) ? length : Infinity
}
