import { z } from 'zod'
import { PayError } from './pay-error.ts'

/**
 * Reads a wire value by a schema; members that the schema does not name are left out.
 * @throws PayError `pay.bad-shape` with the path of the first wrong member
 */
export function readMessage<S extends z.ZodType>(schema: S, wire: unknown): z.output<S> {
  return checked(z.safeDecode(schema, wire as z.input<S>)) // the schema is what checks it
}

/**
 * Returns the wire value of a message, in the order of the schema, without members that are undefined.
 * @throws PayError `pay.bad-shape` with the path of the first wrong member
 */
export function wireOf<S extends z.ZodType>(schema: S, message: z.output<S>): z.input<S> {
  return checked(z.safeEncode(schema, message))
}

function checked<T>(result: z.ZodSafeParseResult<T>): T {
  if (result.success) return result.data
  throw new PayError('pay.bad-shape', (result.error.issues[0]?.path ?? []).map(String).join('/'))
}
