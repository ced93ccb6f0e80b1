import type { Call, DraftFact, ErrorKind } from '@wattyard/ocpp-frame'
import { MAX_CONNECTOR, MAX_REQUEST_NUMBER } from '../limits.ts'
import type { PileCall, ReadPileCall } from '../protocol/driver.ts'
import { isStorable } from '../storable.ts'

/** Why a call is refused, as told to the pile and as stored in the log. */
export interface FrameRefusal {
  kind: ErrorKind
  description: string
  /** Keyword stored in the log. */
  problem: string
  mended: readonly string[]
}

/** Refuses calls with characters the database cannot store, before they are accepted; no field of OCPP needs them. */
export function unstorable(call: Call): FrameRefusal | null {
  if (isStorable([call.id, call.action, call.payload])) return null
  const description = 'U+0000 and half surrogate pairs are not allowed in texts'
  return { kind: 'property', description, problem: 'forbidden-character', mended: [] }
}

/** Refuses what the driver refuses, and numbers that fit the schema but cannot be meant. */
export function refusalOf(read: ReadPileCall): FrameRefusal | null {
  if (!read.ok) return { ...read, problem: read.kind }
  const absurd = absurdNumber(read.call)
  if (absurd === null) return null
  return { kind: 'property', description: absurd, problem: 'number-out-of-range', mended: read.call.mended }
}

/** Why no connection would accept this call; null when it would be accepted. */
export function frameRefusal(call: Call, read: ReadPileCall): FrameRefusal | null {
  return unstorable(call) ?? refusalOf(read)
}

/** Finds numbers that do not fit the database columns. */
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
