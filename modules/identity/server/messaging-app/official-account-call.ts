import { callOut, type OutboundAnswer, type Reach } from '@wattyard/server-kit'
import { z } from 'zod'
import { PEER } from './messaging-app.ts'
import type { NoteCall } from '../sessions/note-calls.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const errorAnswer = z.object({ errcode: z.number().int() })

/** Says what failed by the app's number; never the address of the call, which carries secrets. */
export class AppError extends Error {
  readonly number: number
  constructor(number: number) {
    super(`the messaging app refused: ${number}`)
    this.name = 'AppError'
    this.number = number
  }
}

/** How a call is made, and who writes it down. */
export interface Asking {
  reach: Reach
  timeout_ms: number
  note: NoteCall | undefined
  now: () => number
  /** What of ours it is done for: a request, or a message. */
  correlationId: string
}

/** What the answer says: the app's own number when it is a no. */
function read(text: string): { data: unknown; errcode: number } {
  const data: unknown = JSON.parse(text)
  return { data, errcode: errorAnswer.safeParse(data).data?.errcode ?? 0 }
}

/** The app's number, or that nobody can read what it sent; for the log. */
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
