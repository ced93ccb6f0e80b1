import { flagInput, idInput, wholeInput } from '@wattyard/calls'
import { actorOf, audit, type Call, type Caller, Refusal, type Route, route, type Tx, col } from '@wattyard/server-kit'
import { connectorLabel } from '@wattyard/assets/contract'
import { z } from 'zod'
import type { ConnectorView, NamedConnector } from '../../contract/state.ts'
import type { Gateway } from '../create-gateway.ts'
import { pileInfos, visiblePiles } from '../piles.ts'
import { readConfiguration } from '../state/configuration.ts'
import { framesByIds, MAX_TRACE_PAGE, parseFrameId, readTrace } from '../state/read-frames.ts'
import { connectorViews, pileStates } from '../state/read-states.ts'
import { parseRoute } from './parse-route.ts'

/** Piles one question about states may name. */
const MAX_PILES = 1_000
/** Longest wait for a command in one request, below the server's own limit. */
const MAX_WAIT_MS = 12_000

const both = ['GET', 'POST'] as const
const ids = z.union([z.array(idInput).max(MAX_PILES), idInput.transform(one => [one])])
const size = wholeInput(1, MAX_TRACE_PAGE)

const idsOf = async (call: Call, piles: readonly string[]) =>
  (await visiblePiles(call.tx, call.caller, piles)).map(one => one.pileId)

/** `GET /api/device/pileState/list`: connections and devices of piles. */
const piles = route({
  method: both,
  path: '/api/device/pileState/list',
  access: 'gateway.pile:read',
  input: z.strictObject({ piles: ids }),
  work: 'read',
  summary: 'what piles are now',
  async handle(call) {
    return { list: [...(await pileStates(call.tx, await idsOf(call, call.input.piles))).values()] }
  },
})

/** `GET /api/device/connectorState/list`: what connectors are doing. */
const connectors = route({
  method: both,
  path: '/api/device/connectorState/list',
  access: 'gateway.connector:read',
  input: z.strictObject({ piles: ids }),
  work: 'read',
  summary: 'what connectors are now',
  async handle(call) {
    const ids = await idsOf(call, call.input.piles)
    const piles = await pileInfos(call.tx, ids)
    const named = (view: ConnectorView): NamedConnector => {
      const pile = piles.get(view.pileId)
      return { ...view, name: pile ? connectorLabel(view.connector, pile) : String(view.connector) }
    }
    return { list: (await connectorViews(call.tx, ids)).map(named) }
  },
})

/** `GET /api/device/configuration/list`: a pile's configuration as it last told us. */
const configuration = route({
  method: both,
  path: '/api/device/configuration/list',
  access: 'gateway.configuration:read',
  input: z.strictObject({ pile: idInput }),
  work: 'read',
  summary: 'configuration of a pile',
  async handle(call) {
    await idsOf(call, [call.input.pile])
    return { list: await readConfiguration(call.tx, call.caller.tenantId, call.input.pile) }
  },
})

/** `GET /api/device/frame/list`: the message trace of a pile or a session, newest first. */
const trace = route({
  method: both,
  path: '/api/device/frame/list',
  access: 'gateway.frame:read',
  input: z.strictObject({
    pile: idInput,
    session: idInput.optional(),
    action: z.string().max(64).optional(),
    direction: z.enum(['in', 'out']).optional(),
    onlyProblems: flagInput.optional(),
    before: z.string().max(40).optional(),
    size: size.default(50),
  }),
  work: 'read',
  summary: 'message trace',
  async handle(call) {
    const { pile, session, ...rest } = call.input
    await idsOf(call, [pile])
    return readTrace(call.tx, call.caller.tenantId, { ...rest, pileId: pile, sessionId: session })
  },
})

/** `GET /api/device/frame/get`: one frame by the id that facts and orders name. */
const frame = route({
  method: both,
  path: '/api/device/frame/get',
  access: 'gateway.frame:read',
  input: z.strictObject({ frame: z.string().max(40) }),
  work: 'read',
  summary: 'one frame of the trace',
  async handle(call) {
    parseFrameId(call.input.frame)
    const [found] = await framesByIds(call.tx, [call.input.frame])
    if (!found) throw new Refusal('kernel.notFound', { status: 404 })
    await idsOf(call, [found.pileId])
    return found
  },
})

/** `POST /api/device/frame/replay`: gives a frame that could not be handled another try. */
function replay(gateway: Gateway): Route {
  return route({
    method: 'POST',
    path: '/api/device/frame/replay',
    access: 'gateway.frame:replay',
    input: z.strictObject({ frame: z.string().max(40) }),
    work: 'raw',
    summary: 'handle a dead letter again',
    async handle({ db, caller, input, ip, requestId }) {
      if (!caller) throw new Error('a permitted route has a caller')
      const { frame } = input
      await db.tenant(caller.tenantId, async tx => {
        const [found] = await framesByIds(tx, [frame])
        if (!found) throw new Refusal('kernel.notFound', { status: 404 })
        await visiblePiles(tx, caller, [found.pileId])
        await audit(tx, actorOf({ caller, ip, requestId }), [
          { resource: 'gateway.frame', recordId: frame, action: 'replay' },
        ])
      })
      if (!(await gateway.replay(frame))) throw new Refusal('gateway.noDeadLetter')
      return {}
    },
  })
}

/**
 * `POST /api/device/command/answer`: waits for the pile's answer to a command, at most twelve seconds, and gives its
 * state; a command that is still open can be asked for again.
 */
function commandAnswer(gateway: Gateway): Route {
  return route({
    method: both,
    path: '/api/device/command/answer',
    access: 'gateway.command:read',
    input: z.strictObject({ id: idInput }),
    work: 'raw',
    guests: true,
    summary: 'wait for the answer to a command',
    async handle({ db, caller, input }) {
      if (!caller) throw new Error('a permitted route has a caller')
      const read = () => db.tenant(caller.tenantId, tx => visibleCommand(tx, caller, input.id))
      // First who asks: nobody waits for a command that is not theirs to see.
      const before = await read()
      if (before.ended !== null) return before
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>(done => {
        timer = setTimeout(() => done(null), MAX_WAIT_MS)
      })
      await Promise.race([gateway.commandEnded(input.id), late])
      clearTimeout(timer)
      return read()
    },
  })
}

async function visibleCommand(tx: Tx, caller: Caller, id: string) {
  const [row] = await tx.query(
    {
      id: col.uuid,
      pile: col.uuid,
      kind: col.text,
      state: col.text,
      detail: col.text.orNull,
      result: col.json<unknown>().orNull,
      sent: col.instant.orNull,
      ended: col.instant.orNull,
    },
    `select id, pile_id as pile, kind, state, detail, result, sent_at as sent, ended_at as ended from gateway_command
     where tenant_id = $1 and id = $2`,
    [caller.tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  await visiblePiles(tx, caller, [row.pile])
  return row
}

export function deviceRoutes(gateway: Gateway): Route[] {
  return [piles, connectors, configuration, trace, frame, replay(gateway), commandAnswer(gateway), parseRoute]
}
