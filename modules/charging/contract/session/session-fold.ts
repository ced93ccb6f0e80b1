import type { ConnectorStatus, MeterRead, SessionStarted } from '@wattyard/gateway/contract'
import { addSamples } from './session-readings.ts'
import {
  compareProvenance,
  emptySession,
  ForeignFactError,
  MAX_READINGS,
  MAX_STATUSES,
  MAX_VERSIONS,
  type Provenance,
  type SequenceMark,
  type SessionFact,
  type SessionState,
  type StatusMark,
  type StopVersion,
  type TagMark,
} from './session-state.ts'

/**
 * Folds the set of facts of one session into its state. Order and duplicates do not change the result (invariant I-16). Natural
 * keys (trust 5.5): start and stop by content; readings by (device time, context, content); OCPP 2.x readings also by seqNo. For
 * each key the earliest final version counts; `deriveEnergy` reports the others as conflicts.
 * @throws RangeError when no fact names a session; ForeignFactError when the facts are of several sessions
 */
export function foldSession(facts: Iterable<SessionFact>): SessionState {
  const list = [...facts]
  const owner = list.find(fact => fact.kind !== 'connector-status')
  if (owner === undefined) throw new RangeError('a session needs at least one fact that names it')
  const state = emptySession(owner)
  for (const fact of list) applyFact(state, fact)
  return state
}

/**
 * Adds one fact and returns the state, which is changed in place. In any order of calls it equals the result of `foldSession` for
 * the same set. It is changed in place because a live pile sends a fact every few seconds, and copying a thousand readings each
 * time would dominate the cost (`restoreSession(storeSession(state))` makes a copy).
 * @throws ForeignFactError
 */
export function applyFact(state: SessionState, fact: SessionFact): SessionState {
  if (fact.pileId !== state.pileId || fact.tenantId !== state.tenantId) throw new ForeignFactError(state, fact)
  if (fact.kind === 'connector-status') {
    addStatus(state, fact)
    return state
  }
  if (fact.sessionId !== state.sessionId) throw new ForeignFactError(state, fact)
  switch (fact.kind) {
    case 'session-started':
      addVersion(state, state.starts, fact, startContent)
      break
    case 'session-stopped': {
      const { samples: _, transactionId: _id, ...stop } = fact
      addVersion(state, state.stops, stop, stopContent)
      addSamples(state, fact)
      break
    }
    case 'meter-read':
      markSequence(state, fact)
      addLateTag(state, fact)
      addSamples(state, fact)
      break
  }
  return state
}

/**
 * Returns the content that identifies a start: the pile's own data. Our conclusions (method, verdict, offline, corrected time)
 * are left out, because they may differ for a later copy.
 */
function startContent(fact: SessionStarted): string {
  return JSON.stringify([
    fact.transactionId,
    fact.connector,
    fact.deviceAt,
    fact.tag,
    text(fact.meterStart),
    fact.reservationId,
    fact.remoteStartId ?? null,
    fact.seqNo,
  ])
}

function stopContent(fact: StopVersion): string {
  return JSON.stringify([fact.deviceAt, fact.tag, text(fact.meterStop), fact.reason, fact.seqNo])
}

function text(value: bigint | null): string | null {
  return value === null ? null : value.toString()
}

interface Version extends Provenance {
  at: number
}

function addVersion<T extends Version>(
  state: SessionState,
  versions: T[],
  fact: T,
  contentOf: (fact: T) => string,
): void {
  const content = contentOf(fact)
  const index = versions.findIndex(version => contentOf(version) === content)
  const known = versions[index]
  const order = (a: T, b: T) => compareProvenance(a, b) || a.at - b.at
  if (known === undefined) versions.push(fact)
  else if (order(fact, known) < 0) versions[index] = fact
  else return
  // Content breaks ties, so that equal provenance does not make the order depend on arrival.
  versions.sort((a, b) => order(a, b) || (contentOf(a) < contentOf(b) ? -1 : 1))
  if (versions.length > MAX_VERSIONS) {
    versions.pop()
    state.overflow = true
  }
}

function markSequence(state: SessionState, fact: MeterRead): void {
  const { seqNo } = fact
  if (seqNo === null) return
  const { sequence } = state
  const mark: SequenceMark = { seqNo, receivedAt: fact.receivedAt, frame: fact.frame }
  const index = placeBy(sequence, known => known.seqNo - seqNo)
  const known = sequence[index]
  if (known?.seqNo === seqNo) {
    if (compareProvenance(mark, known) < 0) sequence[index] = mark
    return
  }
  sequence.splice(index, 0, mark)
  if (sequence.length > MAX_READINGS) {
    sequence.pop()
    state.overflow = true
  }
}

function addLateTag(state: SessionState, fact: MeterRead): void {
  if (fact.tag === null || fact.tag === undefined) return
  const { lateTags } = state
  const said = fact.verdict ? { verdict: fact.verdict } : {}
  const mark: TagMark = { tag: fact.tag, receivedAt: fact.receivedAt, frame: fact.frame, ...said }
  const index = lateTags.findIndex(known => known.tag === mark.tag)
  const known = lateTags[index]
  if (known === undefined) lateTags.push(mark)
  else {
    const [first, second] = compareProvenance(mark, known) < 0 ? [mark, known] : [known, mark]
    // A refused driver may present the same tag again and be accepted; that verdict counts in any order.
    const verdict = second.verdict === 'accepted' ? second.verdict : (first.verdict ?? second.verdict)
    lateTags[index] = { ...first, ...(verdict ? { verdict } : {}) }
  }
  lateTags.sort((a, b) => compareProvenance(a, b) || (a.tag < b.tag ? -1 : 1))
  if (lateTags.length > MAX_VERSIONS) {
    lateTags.pop()
    state.overflow = true
  }
}

function addStatus(state: SessionState, fact: ConnectorStatus): void {
  const { statuses } = state
  const mark: StatusMark = {
    t: fact.deviceAt ?? fact.at,
    at: fact.at,
    connector: fact.connector,
    state: fact.state,
    errorCode: fact.errorCode,
    receivedAt: fact.receivedAt,
    frame: fact.frame,
  }
  const index = placeBy(statuses, known => compareStatus(known, mark))
  const known = statuses[index]
  if (known !== undefined && compareStatus(known, mark) === 0) {
    if ((compareProvenance(mark, known) || mark.at - known.at) < 0) statuses[index] = mark
    return
  }
  statuses.splice(index, 0, mark)
  // The rules need only the newest ones; older ones are in the stored facts.
  if (statuses.length > MAX_STATUSES) statuses.shift()
}

function compareStatus(a: StatusMark, b: StatusMark): number {
  const key = (mark: StatusMark) => `${mark.connector} ${mark.state} ${mark.errorCode ?? ''}`
  return a.t - b.t || (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)
}

/** Returns the index of the first element for which `compare` is not negative. It tries the end first. */
function placeBy<T>(list: readonly T[], compare: (known: T) => number): number {
  const last = list.at(-1)
  if (last === undefined || compare(last) < 0) return list.length
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = list[middle]
    if (candidate !== undefined && compare(candidate) < 0) low = middle + 1
    else high = middle
  }
  return low
}
