import {
  type Call,
  errorWord,
  type FrameProblem,
  type OcppVersion,
  parseFrame,
  writeError,
  writeProblem,
  writeResult,
} from '@wattyard/ocpp-frame'
import { hashPayload } from '@wattyard/ocpp-frame/hash'
import type { PileConnection } from '../connection/pile-connection.ts'
import { HELD_BOOT_RETRY_S } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import type { PileCall } from '../protocol/driver.ts'
import { mayBeUnstorable } from '../storable.ts'
import type { Batcher } from './batcher.ts'
import { refusalOf, unstorable } from './frame-refusal.ts'
import type { Incoming } from './incoming.ts'

/** A clock that is further off than this gives no usable correction and would spoil the median. */
const MAX_MEASURED_SKEW_MS = 3_650 * 86_400_000

/** Statuses of a firmware installation: the pile restarts with it (OCPP 1.6 §5.19 and 2.0.1 L01 use the same words). */
const INSTALLS: ReadonlySet<string> = new Set(['Installing', 'InstallRebooting', 'Installed'])

export interface FrameHandlerOptions {
  batcher: Pick<Batcher, 'add'>
  metrics: Metrics
  heartbeat_s: number
  now(): number
  /** A frame that could not be read, or that violates its schema. */
  badFrame(connection: PileConnection): void
  messageIdReused(connection: PileConnection, messageId: string): void
}

export interface FrameHandler {
  /** Handles one call of a pile: true when it was answered at once, false when the answer comes after the commit. */
  handle(connection: PileConnection, text: string): boolean
  /** Stores a result or error that answers no call of ours, for the log: it may be late, or meaningless. */
  keepStray(connection: PileConnection, text: string): void
}

export function createFrameHandler(options: FrameHandlerOptions): FrameHandler {
  const { batcher, metrics } = options

  function handle(connection: PileConnection, text: string): boolean {
    const receivedAt = options.now()
    const frame = parseFrame(text)
    if (frame.type === 'call') return handleCall(connection, text, frame, receivedAt)
    if (frame.type === 'problem') return refuseFrame(connection, text, frame, receivedAt)
    // Results are handled elsewhere; SEND is OCPP 2.1 and needs no answer.
    store(connection, {
      text,
      receivedAt,
      action: frame.type,
      messageId: frame.id,
      answer: null,
      problem: 'not-expected',
      call: null,
    })
    return false
  }

  function handleCall(connection: PileConnection, text: string, call: Call, receivedAt: number): boolean {
    const { driver, runtime } = connection
    if (connection.standing === 'held' && call.action !== 'Heartbeat') {
      if (call.action === 'BootNotification') {
        const boot = driver.read(call, runtime.context, runtime.map)
        if (boot.ok) return putOff(connection, text, receivedAt, call, boot.call)
      }
      return refuse(
        connection,
        text,
        receivedAt,
        call,
        'security',
        'another connection of this station is in use',
        'held',
      )
    }
    const read = driver.read(call, runtime.context, runtime.map)
    const refusal = (mayBeUnstorable(text) ? unstorable(call) : null) ?? refusalOf(read)
    if (refusal !== null) {
      const { kind, description, problem, mended } = refusal
      if (kind !== 'not-implemented' && kind !== 'not-supported') options.badFrame(connection)
      return refuse(connection, text, receivedAt, call, kind, description, problem, mended)
    }
    if (!read.ok) throw new Error('a call that is not refused was read')
    connection.badFrames = 0
    if (call.action === 'Heartbeat') return answerHeartbeat(connection, call, read.call, receivedAt)
    const hash = hashPayload(call.action, call.payloadText)
    const recall = connection.memory.recall(call.id, hash)
    if (recall.kind === 'reused') {
      options.messageIdReused(connection, call.id)
      return refuse(
        connection,
        text,
        receivedAt,
        call,
        'protocol',
        'the message id was used for another call',
        'message-id-reused',
      )
    }
    if (recall.kind === 'repeated' && recall.answer !== null) {
      metrics.repeated++
      store(connection, {
        text,
        receivedAt,
        action: call.action,
        messageId: call.id,
        answer: recall.answer,
        problem: 'repeated',
        call: null,
      })
      return false
    }
    learn(connection, read.call, receivedAt)
    store(connection, {
      text,
      receivedAt,
      action: call.action,
      messageId: call.id,
      answer: null,
      problem: null,
      call: read.call,
    })
    return false
  }

  /** Answers a call on a connection that waits for the operator: the pile shall ask again, and nothing is counted until then. */
  function putOff(connection: PileConnection, text: string, receivedAt: number, call: Call, read: PileCall): false {
    const payload = connection.driver.answer(read, {
      now: receivedAt,
      heartbeat_s: HELD_BOOT_RETRY_S,
      boot: 'pending',
      decision: null,
      transactionId: null,
    })
    const answer = writeResult(call.id, payload)
    store(connection, {
      text,
      receivedAt,
      action: call.action,
      messageId: call.id,
      answer,
      problem: 'held',
      call: null,
    })
    return false
  }

  /** A heartbeat carries no fact: it is answered from memory, and last-seen is written only from time to time. */
  function answerHeartbeat(connection: PileConnection, call: Call, read: PileCall, now: number): true {
    const payload = connection.driver.answer(read, {
      now,
      heartbeat_s: options.heartbeat_s,
      decision: null,
      transactionId: null,
    })
    connection.send(`[3,${JSON.stringify(call.id)},${JSON.stringify(payload)}]`)
    metrics.heartbeats++
    metrics.answered++
    return true
  }

  function refuseFrame(connection: PileConnection, text: string, problem: FrameProblem, receivedAt: number): boolean {
    options.badFrame(connection)
    metrics.refused++
    const answer = writeProblem(connection.driver.version, problem)
    store(connection, {
      text,
      receivedAt,
      action: '',
      messageId: problem.id,
      answer,
      problem: problem.reason,
      call: null,
    })
    return false
  }

  function refuse(
    connection: PileConnection,
    text: string,
    receivedAt: number,
    call: Call,
    kind: Parameters<typeof errorWord>[1],
    description: string,
    problem: string,
    mended: readonly string[] = [],
  ): false {
    metrics.refused++
    const answer = writeError(call.id, errorWord(connection.driver.version, kind), description)
    store(connection, {
      text,
      receivedAt,
      action: call.action,
      messageId: call.id,
      answer,
      problem,
      call: null,
      mended,
    })
    return false
  }

  function store(connection: PileConnection, given: Given): void {
    batcher.add(incomingOf(connection, given))
  }

  function keepStray(connection: PileConnection, text: string): void {
    const frame = parseFrame(text)
    if (frame.type === 'problem') options.badFrame(connection)
    const problem = frame.type === 'problem' ? frame.reason : 'not-expected'
    const given = {
      text,
      receivedAt: options.now(),
      action: frame.type,
      messageId: frame.id,
      answer: null,
      problem,
      call: null,
    }
    batcher.add({ ...incomingOf(connection, given), connection: null })
  }

  return { handle, keepStray }
}

interface Given {
  text: string
  receivedAt: number
  action: string
  messageId: string | null
  answer: string | null
  problem: string | null
  call: PileCall | null
  mended?: readonly string[]
}

const NONE: readonly string[] = []

function incomingOf(connection: PileConnection, given: Given): Incoming {
  const { runtime, driver } = connection
  const protocol: OcppVersion = driver.version
  const { call } = given
  return {
    connection,
    runtime,
    driver,
    protocol,
    direction: 'in',
    seq: 0,
    receivedAt: given.receivedAt,
    action: given.action,
    messageId: given.messageId,
    frame: given.text,
    answer: given.answer,
    problem: given.problem,
    mended: call?.mended ?? given.mended ?? NONE,
    skew_ms: runtime.skew.ms,
    call,
    sessionId: null,
    transaction: null,
    decision: null,
  }
}

/** Learns from a readable call what the gateway itself needs: the clock skew, connector states, and the device. */
function learn({ runtime }: PileConnection, call: PileCall, receivedAt: number): void {
  if (call.liveAt !== null) {
    const skew = receivedAt - call.liveAt
    if (Math.abs(skew) < MAX_MEASURED_SKEW_MS) runtime.skew.measure(skew)
  }
  runtime.use.learn(call.drafts)
  for (const draft of call.drafts) {
    if (draft.kind === 'firmware-reported' && INSTALLS.has(draft.status)) runtime.restartAsked(receivedAt, 'now')
    if (draft.kind !== 'pile-booted') continue
    runtime.introduced(draft)
    runtime.booted(receivedAt)
  }
}
