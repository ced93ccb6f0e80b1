import { readExactNumbers } from './exact-numbers.ts'
import {
  type CallError,
  type CallResultError,
  type Frame,
  type FrameProblem,
  type FrameQuirk,
  type FrameReason,
  MAX_ACTION_LENGTH,
  MAX_FRAME_LENGTH,
  MAX_MESSAGE_ID_LENGTH,
  MESSAGE_ID_LENGTH,
  MESSAGE_TYPE,
} from './frame.ts'
import { type ExactNumbers, isJsonObject, type JsonObject } from './json.ts'
import { countMembers, MAX_DEPTH, scanText, type TextScan } from './scan-text.ts'

/** Characters in which the head of a frame is looked for. */
const HEAD_LENGTH = 1_000

const NO_QUIRKS: readonly FrameQuirk[] = Object.freeze([])

/**
 * Reads one OCPP-J frame (OCPP-J 1.6 §4.2, 2.0.1 §4.2; types 5 and 6 of 2.1). Never throws and takes time linear in the text.
 * Refuses anything that different parsers would read differently: duplicate members, numbers too large for a double, frames with
 * extra elements.
 */
export function parseFrame(text: string): Frame | FrameProblem {
  if (text.length > MAX_FRAME_LENGTH) {
    return headless(text, 'too-long', `frame of ${text.length} characters, limit ${MAX_FRAME_LENGTH}`)
  }
  const scan = scanText(text)
  if (scan.tooDeep) return headless(text, 'too-deep', `nested deeper than ${MAX_DEPTH}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return headless(text, 'not-json', 'not valid JSON')
  }
  if (!Array.isArray(value)) return problem('not-a-frame', null, null, 'a frame is a JSON array')
  const elements: readonly unknown[] = value
  // 1e999 is no number of a type but an unreadable one.
  const messageType = typeof elements[0] === 'number' && Number.isFinite(elements[0]) ? elements[0] : null
  const id = readableId(elements[1])
  if (countMembers(value) !== scan.members) {
    return problem('duplicate-key', id, messageType, 'a member occurs twice in one object')
  }
  let exact: ExactNumbers | null = null
  if (scan.wideNumber) {
    const read = readExactNumbers(text, messageType === MESSAGE_TYPE.result ? '/2' : '/3')
    if (read === 'out-of-range') return problem('number-out-of-range', id, messageType, 'a number is out of range')
    if (read.size > 0) exact = read
  }
  return readElements(text, scan, elements, messageType, id, exact)
}

function readElements(
  text: string,
  scan: TextScan,
  elements: readonly unknown[],
  messageType: number | null,
  id: string | null,
  exact: ExactNumbers | null,
): Frame | FrameProblem {
  if (messageType === null) return problem('not-a-frame', id, null, 'the message type is not a number')
  if (messageType < MESSAGE_TYPE.call || messageType > MESSAGE_TYPE.send || !Number.isInteger(messageType)) {
    return problem('unknown-message-type', id, messageType, `message type ${messageType} is not known`)
  }
  if (id === null) {
    return problem(
      'bad-message-id',
      null,
      messageType,
      `the message id is not a string of 1 to ${MAX_MESSAGE_ID_LENGTH}`,
    )
  }
  const quirks: readonly FrameQuirk[] = id.length > MESSAGE_ID_LENGTH ? ['long-message-id'] : NO_QUIRKS
  switch (messageType) {
    case MESSAGE_TYPE.call:
    case MESSAGE_TYPE.send: {
      if (elements.length !== 4)
        return problem('bad-length', id, messageType, `a call has 4 elements, not ${elements.length}`)
      const [, , action, payload] = elements
      if (typeof action !== 'string' || action === '' || action.length > MAX_ACTION_LENGTH) {
        return problem('bad-action', id, messageType, `the action is not a string of 1 to ${MAX_ACTION_LENGTH}`)
      }
      if (!isJsonObject(payload)) return problem('bad-payload', id, messageType, 'the payload is not an object')
      const type = messageType === MESSAGE_TYPE.call ? 'call' : 'send'
      return { type, id, action, payload, payloadText: textAfter(text, scan.comma3), exact, quirks }
    }
    case MESSAGE_TYPE.result: {
      if (elements.length !== 3)
        return problem('bad-length', id, messageType, `a result has 3 elements, not ${elements.length}`)
      const payload = elements[2]
      if (!isJsonObject(payload)) return problem('bad-payload', id, messageType, 'the payload is not an object')
      return { type: 'result', id, payload, payloadText: textAfter(text, scan.comma2), exact, quirks }
    }
    default:
      return readError(elements, messageType, id, quirks)
  }
}

/** Piles leave out details, or even the description, of a CALLERROR; that must not hide that they refused. */
function readError(
  elements: readonly unknown[],
  messageType: number,
  id: string,
  quirks: readonly FrameQuirk[],
): CallError | CallResultError | FrameProblem {
  const [, , code, description, details] = elements
  if (elements.length < 3 || elements.length > 5 || typeof code !== 'string') {
    return problem('bad-length', id, messageType, 'an error has a code, a description and details')
  }
  const complete = elements.length === 5 && typeof description === 'string' && isJsonObject(details)
  return {
    type: messageType === MESSAGE_TYPE.error ? 'error' : 'result-error',
    id,
    code,
    description: typeof description === 'string' ? description : '',
    details: isJsonObject(details) ? details : emptyDetails(),
    quirks: complete ? quirks : [...quirks, 'short-call-error'],
  }
}

/** Message type and id at the start of a frame, whatever comes after: `[2, "19223201", …`. */
const HEAD = /^\s*\[\s*([2-6])\s*,\s*("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,600}")\s*,/u

/**
 * Problem of a frame whose body cannot be read. Its sender waits for an answer, which is matched by the id (OCPP-J 1.6 §4.2.3,
 * 2.0.1 §4.2.3): `-1` is for frames without a readable id.
 */
function headless(text: string, reason: FrameReason, description: string): FrameProblem {
  const [, type, quoted] = HEAD.exec(text.slice(0, HEAD_LENGTH)) ?? []
  if (type === undefined || quoted === undefined) return problem(reason, null, null, description)
  return problem(reason, readableId(JSON.parse(quoted)), Number(type), description)
}

function emptyDetails(): JsonObject {
  return {}
}

function readableId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_MESSAGE_ID_LENGTH ? value : null
}

function textAfter(text: string, comma: number): string {
  return text.slice(comma + 1, text.lastIndexOf(']')).trim()
}

function problem(
  reason: FrameReason,
  id: string | null,
  messageType: number | null,
  description: string,
): FrameProblem {
  const answerable = messageType === null || messageType === MESSAGE_TYPE.call || reason === 'unknown-message-type'
  return { type: 'problem', reason, id, messageType, answerable, description }
}
