import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { queryOf } from './credentials.ts'
import { decodePairs, formPairs } from './decode-body.ts'
import { decodeBytes } from './decode-large.ts'
import { membersOf } from './limits.ts'
import type { Route } from './route.ts'

/** Parameters that belong to the transport and are no input of any route. */
const TRANSPORT_KEYS = ['token', 'mobileLogin', '_']

/** The body is the handler's own to read. */
export const isForBytes = (definition: Route): boolean => definition.work === 'raw' && definition.bytes === true

/** Query and body as one object; nothing is checked yet but the form of it. */
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
  return Object.assign(fromQuery, body)
}

/** Bytes that a request says it brings; infinite when it says that some come but not how many. */
export function announcedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity
  const length = Number(headers['content-length'] ?? 0)
  return Number.isFinite(length) ? length : Infinity
}
