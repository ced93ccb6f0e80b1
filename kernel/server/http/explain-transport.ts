import { Refusal } from '../refusal.ts'

/** Errors of the HTTP layer itself, by the codes Fastify gives them. */
export function explainTransport(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('kernel.tooLarge', { status: 413 })
  // A named part of a path that is longer than any that means something.
  if (status === 414) return new Refusal('kernel.unknownPath', { status: 404 })
  if (status === 415) return new Refusal('kernel.unsupportedType', { status: 415 })
  if (status >= 400 && status < 500)
    return new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'http' } })
  return null
}
