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

/** The facts that make a session. A connector status has no session id: the caller says whose session it touches. */
export type SessionFact = SessionStarted | MeterRead | SessionStopped | ConnectorStatus

/** More readings than this in one session are counted as overflow (E-43): 20,000 is one per 5 s for 27 h. */
export const MAX_READINGS = 20_000
/** Versions of one start or stop that are kept apart; further ones are overflow. */
export const MAX_VERSIONS = 16
/** The newest connector states kept with the session. */
export const MAX_STATUSES = 64

/** Which frame said it, and when we received that frame. The earliest one of equal content is kept. */
export interface Provenance {
  receivedAt: number
  frame: string
}

export type StartVersion = SessionStarted
/** A stop without its samples: those live among the readings. Its session is known, so its id tells no more. */
export type StopVersion = Omit<SessionStopped, 'samples' | 'transactionId'>

/** One sampled moment as one frame told it. Readings of equal key and content are one reading. */
export interface Reading extends Provenance {
  /** The moment as the device wrote it (uncorrected): the natural key, because corrections may differ per copy. */
  t: number
  /** The instant to account with. */
  at: number
  context: SampleContext
  /** Came inside a stop frame, or as a reading of its own. */
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

/** OCPP 2.x: a tag shown after the cable was plugged. */
export interface TagMark extends Provenance {
  tag: string
  /** Our verdict on it; absent where it was not shown to begin the charge. */
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
 * Everything a session's facts have said, in canonical order: two states made from the same set of facts are deeply
 * equal, in whatever order and however often the facts came.
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
  /** A limit above was exceeded; the surplus was not kept here (the stored facts still have it). */
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

/** A fact of another session, pile or tenant was applied: a routing error of the caller (invariant I-20). */
export class ForeignFactError extends Error {
  readonly code = 'charging.foreignFact'
  constructor(state: SessionIdentity, fact: SessionFact) {
    const whose = 'sessionId' in fact ? fact.sessionId : '(status)'
    super(`fact ${fact.frame} of ${fact.pileId}/${whose} does not belong to ${state.pileId}/${state.sessionId}`)
    this.name = 'ForeignFactError'
  }
}

/**
 * Order of "who said it first": receipt, then the frame id. Frame ids are `<stream>:<seq>`; comparing length before
 * text makes `s:9` come before `s:10`.
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

/** Trust in a reading by its context, most trusted first (trust 5.5: "use max-trust context"). */
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
