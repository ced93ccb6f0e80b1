import { errorWord, frameErrorKind } from './error-word.ts'
import { type FrameProblem, type OcppVersion, UNREADABLE_MESSAGE_ID } from './frame.ts'

/** OCPP-J §4.2.3: an error description has at most 255 characters. */
export const MAX_ERROR_DESCRIPTION = 255

/** Payloads are typed messages; `object` accepts interfaces, which an index signature would not. */
type Payload = object

export function writeCall(id: string, action: string, payload: Payload): string {
  return `[2,${JSON.stringify(id)},${JSON.stringify(action)},${JSON.stringify(payload)}]`
}

export function writeResult(id: string, payload: Payload): string {
  return `[3,${JSON.stringify(id)},${JSON.stringify(payload)}]`
}

/** @param code CALLERROR code, see `errorWord` */
export function writeError(id: string | null, code: string, description: string, details: Payload = {}): string {
  const text = description.slice(0, MAX_ERROR_DESCRIPTION)
  return `[4,${JSON.stringify(id ?? UNREADABLE_MESSAGE_ID)},${JSON.stringify(code)},${JSON.stringify(text)},${JSON.stringify(details)}]`
}

/**
 * Returns the CALLERROR for a frame that could not be read, or null when it must not be answered. OCPP-J 1.6 §4.1.3 requires
 * unknown message types to be ignored; 2.0.1 has a code for them.
 */
export function writeProblem(version: OcppVersion, problem: FrameProblem): string | null {
  if (!problem.answerable || (version === 'ocpp1.6' && problem.reason === 'unknown-message-type')) return null
  return writeError(problem.id, errorWord(version, frameErrorKind(problem.reason)), problem.description)
}

/**
 * Creates a source of message ids for one connection: `<prefix><counter>` in base 36. Unique as long as the prefix is
 * unique
 * per connection; 36 characters are never exceeded for prefixes up to 20.
 */
export function createMessageIds(prefix: string): () => string {
  if (prefix.length > 20) throw new RangeError('message id prefix longer than 20 characters')
  let last = 0
  return () => prefix + (++last).toString(36)
}
