import type { Energy } from '@wattyard/money'
import type {
  ConnectorState,
  ConnectorStatus,
  MeterRead,
  SampleContext,
  SessionStarted,
  SessionStopped,
  StartVerdict,
} from '@wattyard/gateway/contract'

/** Facts of a session. A connector status has no session id, so the caller decides which session it concerns. */
export type SessionFact = SessionStarted | MeterRead | SessionStopped | ConnectorStatus

/** Most readings of one session; more are overflow (E-43). 20,000 is one per 5 s for 27 h. */
export const MAX_READINGS = 20_000
/** Most versions of one start or stop; more are overflow. */
export const MAX_VERSIONS = 16
/** Most connector states kept with the session, the newest ones. */
export const MAX_STATUSES = 64

/** Frame that reported it, and its receipt. Of equal content the earliest is kept. */
export interface Provenance {
  receivedAt: number
  frame: string
}

export type StartVersion = SessionStarted
/**
 * A stop without its samples, which are stored as readings, and without its transaction id, which adds nothing to the session id.
 */
export type StopVersion = Omit<SessionStopped, 'samples' | 'transactionId'>

/** One sampled moment as reported by one frame. Readings with equal key and content are the same reading. */
export interface Reading extends Provenance {
  /** Device time, uncorrected. It is the natural key, because corrections may differ between copies. */
  t: number
  /** Instant for accounting. */
  at: number
  context: SampleContext
  /** Reported inside a stop frame, or as a reading of its own. */
  source: 'read' | 'stop'
  seqNo: number | null
  register: Energy | null
  interval: Energy | null
  powerW: number | null
  socPermille: number | null
}

/** OCPP 2.x: the earliest frame that used this number for meter readings. Only that frame's readings count. */
export interface SequenceMark extends Provenance {
  seqNo: number
}

/** OCPP 2.x: a tag presented after the cable was plugged in. */
export interface TagMark extends Provenance {
  tag: string
  /** The server's verdict on it; absent when it was not presented to begin the charge. */
  verdict?: StartVerdict
}

export interface StatusMark extends Provenance {
  t: number
  at: number
  connector: number
  state: ConnectorState
  errorCode: string | null
}

/**
 * Content of all facts of a session in canonical order: two states made from the same set of facts are deeply equal, whatever the
 * order and number of copies of the facts.
 */
export interface SessionState {
  tenantId: string
  pileId: string
  sessionId: string
  starts: StartVersion[]
  stops: StopVersion[]
  readings: Reading[]
  sequence: SequenceMark[]
  lateTags: TagMark[]
  statuses: StatusMark[]
  /** A limit was exceeded; the surplus is only in the stored facts. */
  overflow: boolean
}

export interface SessionIdentity {
  tenantId: string
  pileId: string
  sessionId: string
}

export function emptySession({ tenantId, pileId, sessionId }: SessionIdentity): SessionState {
  return {
    tenantId,
    pileId,
    sessionId,
    starts: [],
    stops: [],
    readings: [],
    sequence: [],
    lateTags: [],
    statuses: [],
    overflow: false,
  }
}

/** Thrown when a fact of another session, pile or tenant is applied: a routing error of the caller (invariant I-20). */
export class ForeignFactError extends Error {
  readonly code = 'charging.foreignFact'
  constructor(state: SessionIdentity, fact: SessionFact) {
    const whose = 'sessionId' in fact ? fact.sessionId : '(status)'
    super(`fact ${fact.frame} of ${fact.pileId}/${whose} does not belong to ${state.pileId}/${state.sessionId}`)
    this.name = 'ForeignFactError'
  }
}

/**
 * Compares provenance, earliest first: by receipt, then by frame id. Frame ids are `<stream>:<seq>`; comparing length before text
 * puts `s:9` before `s:10`.
 */
export function compareProvenance(a: Provenance, b: Provenance): number {
  return (
    a.receivedAt - b.receivedAt ||
    a.frame.length - b.frame.length ||
    (a.frame < b.frame ? -1 : a.frame > b.frame ? 1 : 0)
  )
}

export function isSameProvenance(a: Provenance, b: Provenance): boolean {
  return a.receivedAt === b.receivedAt && a.frame === b.frame
}

/** Rank of the contexts of a reading, most trusted first (trust 5.5: "use max-trust context"). */
const CONTEXT_RANK: Record<SampleContext, number> = {
  begin: 0,
  end: 1,
  clock: 2,
  periodic: 3,
  trigger: 4,
  interruption: 5,
  other: 6,
}

export function contextRank(context: SampleContext): number {
  return CONTEXT_RANK[context]
}
