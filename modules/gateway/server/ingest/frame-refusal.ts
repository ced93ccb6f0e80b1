import type { Call, DraftFact, ErrorKind } from '@wattyard/ocpp-frame'
import { MAX_CONNECTOR, MAX_REQUEST_NUMBER } from '../limits.ts'
import type { PileCall, ReadPileCall } from '../protocol/driver.ts'
import { isStorable } from '../storable.ts'

/** Why a call is not taken, as the pile is told and as the log keeps it. */
export interface FrameRefusal {
  kind: ErrorKind
  description: string
  /** Word of the log. */
  problem: string
  mended: readonly string[]
}

/** What could not be stored is refused before it is taken; no field of OCPP has a use for it. */
export function unstorable(call: Call): FrameRefusal | null {
  if (isStorable([call.id, call.action, call.payload])) return null
  const description = 'U+0000 and half surrogate pairs are not allowed in texts'
  return { kind: 'property', description, problem: 'forbidden-character', mended: [] }
}

/** What the driver refuses, and numbers that satisfy the schema and that no pile can mean. */
export function refusalOf(read: ReadPileCall): FrameRefusal | null {
  if (!read.ok) return { ...read, problem: read.kind }
  const absurd = absurdNumber(read.call)
  if (absurd === null) return null
  return { kind: 'property', description: absurd, problem: 'number-out-of-range', mended: read.call.mended }
}

/** Why this call would not be taken by any connection; null when it would. */
export function frameRefusal(call: Call, read: ReadPileCall): FrameRefusal | null {
  return unstorable(call) ?? refusalOf(read)
}

/** Columns are as narrow as what they hold. */
function absurdNumber({ drafts }: PileCall): string | null {
  for (const draft of drafts) {
    if ('connector' in draft && draft.connector !== null && (draft.connector < 0 || draft.connector > MAX_CONNECTOR))
      return `connector ${draft.connector} is out of range`
    for (const [name, value] of numbersOf(draft))
      if (value !== null && Math.abs(value) > MAX_REQUEST_NUMBER) return `${name} ${value} is out of range`
  }
  return null
}

function numbersOf(draft: DraftFact): [string, number | null][] {
  if (draft.kind === 'session-started')
    return [
      ['reservationId', draft.reservationId],
      ['remoteStartId', draft.remoteStartId],
    ]
  return 'requestId' in draft ? [['requestId', draft.requestId]] : []
}
