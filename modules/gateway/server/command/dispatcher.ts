import {
  type CommandOutcome,
  isJsonObject,
  outcomeOfError,
  type PileCommand,
  veilFrame,
  veilSecrets,
} from '@wattyard/ocpp-frame'
import type { Database, LiveBus } from '@wattyard/server-kit'
import type { PileConnection } from '../connection/pile-connection.ts'
import type { PileRuntime } from '../connection/pile-runtime.ts'
import type { TimerWheel } from '../connection/timer-wheel.ts'
import { type CommandEnd, type CommandResult, type CommandRow, writeEnds, writeSent } from './command-store.ts'
import { type CallEnd, OutgoingCalls } from './outgoing-calls.ts'

export interface DispatcherOptions {
  db: Database
  wheel: TimerWheel
  live: LiveBus
  timeout_ms: number
  runtimeOf(pileId: string): PileRuntime | undefined
  /** Puts our call and its answer into the log; gives the frame's id. */
  log(
    connection: PileConnection,
    call: {
      action: string
      messageId: string
      frame: string
      answer: string | null
      at: number
      problem: string | null
    },
  ): string
  /** A reset was sent, or answered: the pile's connections come and go meanwhile. */
  resetting(runtime: PileRuntime, state: 'asked' | CommandResult['state']): void
  /** The command's end has been stored. */
  ended(row: CommandRow): void
  failing(error: unknown): void
}

/** Sends commands that are written down, and writes down how they end. */
export interface Dispatcher {
  /** Takes commands over after the commit that wrote them. */
  dispatch(rows: readonly CommandRow[]): void
  /** Resolves when the command has ended in this process, or at once when this process is not handling it. */
  ended(id: string): Promise<CommandResult | null>
  idle(): Promise<void>
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, wheel, live } = options
  const open = new Map<string, ((result: CommandResult | null) => void)[]>()
  let sent: { row: CommandRow; at: number }[] = []
  let ends: CommandEnd[] = []
  let writing: Promise<void> | null = null

  function dispatch(rows: readonly CommandRow[]): void {
    for (const row of rows) {
      if (open.has(row.id)) continue
      open.set(row.id, [])
      const wait = row.notBefore - Date.now()
      if (wait <= 0) begin(row)
      else wheel.after(wait, () => begin(row))
    }
  }

  function begin(row: CommandRow): void {
    const connection = options.runtimeOf(row.pileId)?.active ?? null
    if (connection === null || connection.standing !== 'active')
      return end(row, { state: 'offline', detail: null, outcome: null }, null)
    const built = connection.driver.buildCommand(row.command, connection.runtime.map)
    if (!built.ok) return end(row, { state: 'not-supported', detail: built.reason, outcome: null }, null)
    connection.outgoing ??= new OutgoingCalls(text => connection.send(text), wheel)
    let wire: { frame: string; messageId: string; at: number } | null = null
    connection.outgoing.add({
      action: built.action,
      payload: built.payload,
      timeout_ms: options.timeout_ms,
      sent(frame, messageId) {
        wire = { frame, messageId, at: Date.now() }
        sent.push({ row, at: wire.at })
        expectStart(connection.runtime, row, wire.at)
        if (row.command.kind === 'reset') options.resetting(connection.runtime, 'asked')
        write()
      },
      ended(how) {
        const result = veilSecrets(resultOf(connection, row.command, how))
        // A pile that refused to start will not answer for the next tag that is shown.
        if (row.command.kind === 'remote-start' && result.state !== 'accepted')
          connection.runtime.usedRemoteStart(row.command.remoteStartId)
        if (row.command.kind === 'reset' && wire !== null) options.resetting(connection.runtime, result.state)
        const frame = wire === null ? null : options.log(connection, logged(wire, built.action, how))
        end(row, result, frame)
      },
    })
  }

  function end(row: CommandRow, result: CommandResult, frame: string | null): void {
    ends.push({ ...result, row, frame, endedAt: Date.now() })
    write()
  }

  /** One write at a time; whatever arrives during a write goes into the next. */
  function write(): void {
    writing ??= writeAll().finally(() => {
      writing = null
      if (sent.length > 0 || ends.length > 0) write()
    })
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve() // what ends in the same turn is written together
    const sentNow = sent
    const endsNow = ends
    sent = []
    ends = []
    try {
      await db.platform(async tx => {
        await writeSent(tx, sentNow)
        await writeEnds(tx, endsNow)
      })
    } catch (error) {
      // The row stays open and the expiry job will end it; callers that wait are given the result all the same.
      options.failing(error)
    }
    for (const { row, state } of [...sentNow.map(({ row: r }) => ({ row: r, state: 'sent' })), ...endsNow])
      live.publish({
        tenantId: row.tenantId,
        topic: 'gateway.command',
        stationId: row.stationId,
        data: { id: row.id, pileId: row.pileId, state },
      })
    for (const { row, state, detail, outcome } of endsNow) {
      options.ended(row)
      const waiters = open.get(row.id) ?? []
      open.delete(row.id)
      for (const tell of waiters) tell({ state, detail, outcome })
    }
  }

  return {
    dispatch,
    ended: id =>
      new Promise(tell => {
        const waiters = open.get(id)
        if (waiters === undefined) tell(null)
        else waiters.push(tell)
      }),
    async idle() {
      while (writing !== null) await writing
    },
  }
}

function expectStart(runtime: PileRuntime, { command, sessionId }: CommandRow, at: number): void {
  if (command.kind !== 'remote-start') return
  const { tag, connector, remoteStartId } = command
  runtime.remoteStarts.push({ tag, connector, remoteStartId, sessionId, at })
}

function resultOf(connection: PileConnection, command: PileCommand, how: CallEnd): CommandResult {
  switch (how.kind) {
    case 'result': {
      const outcome: CommandOutcome = isJsonObject(how.payload)
        ? connection.driver.readAnswer(command, how.payload)
        : { status: 'failed', detail: 'unreadable answer' }
      return { state: outcome.status, detail: outcome.detail, outcome }
    }
    case 'error': {
      const outcome = outcomeOfError(how.code, how.description)
      return { state: outcome.status, detail: outcome.detail, outcome }
    }
    case 'timed-out':
      return { state: 'timed-out', detail: null, outcome: null }
    case 'cut':
      return { state: 'failed', detail: 'the connection was lost', outcome: null }
    case 'full':
      return { state: 'failed', detail: 'too many commands wait for this pile', outcome: null }
  }
}

function logged(wire: { frame: string; messageId: string; at: number }, action: string, how: CallEnd) {
  const answer = how.kind === 'result' || how.kind === 'error' ? how.text : null
  return {
    action,
    messageId: wire.messageId,
    frame: veilFrame(wire.frame),
    answer: answer === null ? null : veilFrame(answer),
    at: wire.at,
    problem: answer === null ? how.kind : null,
  }
}
