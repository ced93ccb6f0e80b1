import { type Energy, energy } from '@wattyard/money'
import type { SampleContext, SessionStarted } from '@wattyard/gateway/contract'
import type {
  Reading,
  SequenceMark,
  SessionState,
  StartVersion,
  StatusMark,
  StopVersion,
  TagMark,
} from './session-state.ts'

/**
 * A session state as plain JSON. Energies are decimal text, because JSON numbers cannot hold all of them. Readings and marks
 * refer to frame ids by index, since ids repeat in every reading; a reading is a row with its instants as differences.
 */
export interface StoredSession {
  v: 1
  tenantId: string
  pileId: string
  sessionId: string
  frames: string[]
  starts: StoredStart[]
  stops: StoredStop[]
  readings: StoredReading[]
  sequence: [seqNo: number, receivedAt: number, frame: number][]
  lateTags: TagMark[]
  statuses: StatusMark[]
  overflow: boolean
}

type StoredStart = Omit<StartVersion, 'meterStart'> & { meterStart: string | null }
type StoredStop = Omit<StopVersion, 'meterStop'> & { meterStop: string | null }

/** `t` and the correction are exact milliseconds; `after` is receivedAt − at. */
type StoredReading = [
  t: number,
  correction: number,
  after: number,
  frame: number,
  context: SampleContext,
  source: 'read' | 'stop',
  seqNo: number | null,
  register: string | null,
  interval: string | null,
  powerW: number | null,
  socPermille: number | null,
]

/** Returns the state as plain JSON. `restoreSession` of it is deeply equal to the state and shares nothing with it. */
export function storeSession(state: SessionState): StoredSession {
  const frames = new Map<string, number>()
  const frameIndex = (frame: string): number => {
    const known = frames.get(frame)
    if (known !== undefined) return known
    frames.set(frame, frames.size)
    return frames.size - 1
  }
  const readings = state.readings.map((reading): StoredReading => storeReading(reading, frameIndex(reading.frame)))
  const sequence = state.sequence.map((mark): StoredSession['sequence'][number] => [
    mark.seqNo,
    mark.receivedAt,
    frameIndex(mark.frame),
  ])
  return {
    v: 1,
    tenantId: state.tenantId,
    pileId: state.pileId,
    sessionId: state.sessionId,
    starts: state.starts.map(start => ({ ...start, meterStart: toText(start.meterStart) })),
    stops: state.stops.map(stop => ({ ...stop, meterStop: toText(stop.meterStop) })),
    readings,
    sequence,
    lateTags: state.lateTags.map(mark => ({ ...mark })),
    statuses: state.statuses.map(status => ({ ...status })),
    overflow: state.overflow,
    frames: [...frames.keys()],
  }
}

/**
 * Returns the state of stored JSON.
 * @throws RangeError for another version of the format, or a frame index without a frame
 */
export function restoreSession(stored: StoredSession): SessionState {
  if (stored.v !== 1) throw new RangeError(`session state of unknown version ${String(stored.v)}`)
  const frameAt = (index: number): string => {
    const frame = stored.frames[index]
    if (frame === undefined) throw new RangeError(`session state names frame ${index} of ${stored.frames.length}`)
    return frame
  }
  return {
    tenantId: stored.tenantId,
    pileId: stored.pileId,
    sessionId: stored.sessionId,
    starts: stored.starts.map((start): SessionStarted => ({ ...start, meterStart: toEnergy(start.meterStart) })),
    stops: stored.stops.map((stop): StopVersion => ({ ...stop, meterStop: toEnergy(stop.meterStop) })),
    readings: stored.readings.map(row => restoreReading(row, frameAt(row[3]))),
    sequence: stored.sequence.map(
      ([seqNo, receivedAt, frame]): SequenceMark => ({
        seqNo,
        receivedAt,
        frame: frameAt(frame),
      }),
    ),
    lateTags: stored.lateTags.map(mark => ({ ...mark })),
    statuses: stored.statuses.map(status => ({ ...status })),
    overflow: stored.overflow,
  }
}

function storeReading(reading: Reading, frame: number): StoredReading {
  return [
    reading.t,
    reading.at - reading.t,
    reading.receivedAt - reading.at,
    frame,
    reading.context,
    reading.source,
    reading.seqNo,
    toText(reading.register),
    toText(reading.interval),
    reading.powerW,
    reading.socPermille,
  ]
}

function restoreReading(row: StoredReading, frame: string): Reading {
  const [t, correction, after, , context, source, seqNo, register, interval, powerW, socPermille] = row
  const at = t + correction
  return {
    t,
    at,
    context,
    source,
    seqNo,
    register: toEnergy(register),
    interval: toEnergy(interval),
    powerW,
    socPermille,
    receivedAt: at + after,
    frame,
  }
}

function toText(value: Energy | null): string | null {
  return value === null ? null : value.toString()
}

function toEnergy(text: string | null): Energy | null {
  return text === null ? null : energy(BigInt(text))
}
