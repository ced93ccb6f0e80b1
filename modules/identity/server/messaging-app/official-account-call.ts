import { callOut, type OutboundAnswer, type Reach } from '@wattyard/server-kit'
import { z } from 'zod'
import { PEER } from './messaging-app.ts'
import type { NoteCall } from '../sessions/note-calls.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const errorAnswer = z.object({ errcode: z.number().int() })

/** Error of the app with its number, without the address of the call, which contains secrets. */
export class AppError extends Error {
  readonly number: number
  constructor(number: number) {
    super(`the messaging app refused: ${number}`)
    this.name = 'AppError'
    this.number = number
  }
}

/** How a call is made and logged. */
export interface Asking {
  reach: Reach
  timeout_ms: number
  note: NoteCall | undefined
  now: () => number
  /** Id of the request or message that caused the call. */
  correlationId: string
}

/** Returns the parsed answer and the app's error number; 0 for none. */
function read(text: string): { data: unknown; errcode: number } {
  const data: unknown = JSON.parse(text)
  return { data, errcode: errorAnswer.safeParse(data).data?.errcode ?? 0 }
}

/** Returns the app's error number, or `unreadable`, for the log; null for success. */
function refusalIn({ status, text }: OutboundAnswer): string | null {
  if (status < 200 || status >= 300) return String(status)
  try {
    const { errcode } = read(text)
    return errcode === 0 ? null : String(errcode)
  } catch {
    return 'unreadable'
  }
}

/**
 * Calls the messaging app and has the call written down: address without its query, sizes, the app's own number.
 *
 * @throws AppError when it refuses; any other error leaves open whether the call arrived
 */
export async function askApp<T>(url: URL, body: unknown, schema: z.ZodType<T>, asking: Asking): Promise<T> {
  const { reach, note = () => {}, timeout_ms, now, correlationId } = asking
  const { status, text } = await callOut(
    { url, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    reach,
    { peer: PEER, correlationId, now, note, refusalIn },
    { timeout_ms, max_bytes: MAX_ANSWER_BYTES },
  )
  if (status < 200 || status >= 300) throw new AppError(status)
  const { data, errcode } = read(text)
  if (errcode !== 0) throw new AppError(errcode)
  return schema.parse(data)
}
