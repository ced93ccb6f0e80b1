import {
  actorOf,
  audit,
  type Call,
  type Caller,
  Refusal,
  type Route,
  type Tx,
  col,
  serveCall,
  shownTo,
} from '@wattyard/server-kit'
import { veilSecrets } from '@wattyard/ocpp-frame'
import { connectorLabel } from '@wattyard/assets/contract'
import {
  listPileStates,
  listConnectorStates,
  listFrames,
  readFrame,
  replayFrame,
  awaitCommand,
  type ConnectorView,
  type NamedConnector,
  listConfiguration,
} from '../../contract/calls/device.ts'
import { followCommands } from '../../contract/calls/follow.ts'
import { followed } from '../command/follow-commands.ts'
import type { Gateway } from '../create-gateway.ts'
import { pileInfos, visiblePiles } from '../piles.ts'
import { readConfiguration } from '../state/configuration.ts'
import { frameFor, framesByIds, parseFrameId, readTrace } from '../state/read-frames.ts'
import { connectorViews, pileStates } from '../state/read-states.ts'
import { parseRoute } from './parse-route.ts'

/** Longest wait for a command in one request, below the server's own limit. */
const MAX_WAIT_MS = 12_000

const idsOf = async (call: Call, piles: readonly string[]) =>
  (await visiblePiles(call.tx, call.caller, piles)).map(one => one.pileId)

/**
 * `GET /api/device/pileState/list`: connections and devices of piles. The table has signs of life of up to a minute ago; the newest
 * are in memory.
 */
const piles = (gateway: Pick<Gateway, 'lastHeardOf'>): Route =>
  serveCall(listPileStates, {
    work: 'read',
    async handle(call) {
      const states = await pileStates(call.tx, await idsOf(call, call.input.piles))
      const list = [...states.values()].map(state => {
        const heardAt = gateway.lastHeardOf(state.pileId)
        return heardAt === null ? state : { ...state, lastSeenAt: Math.max(heardAt, state.lastSeenAt ?? 0) }
      })
      return { list }
    },
  })

/** `GET /api/device/connectorState/list`: the current states of connectors. */
const connectors = serveCall(listConnectorStates, {
  work: 'read',
  async handle(call) {
    const ids = await idsOf(call, call.input.piles)
    const piles = await pileInfos(call.tx, ids)
    const named = (view: ConnectorView): NamedConnector => {
      const pile = piles.get(view.pileId)
      const info = shownTo(call.caller, 'words', view.info)
      const vendorError = shownTo(call.caller, 'words', view.vendorError)
      return { ...view, info, vendorError, name: pile ? connectorLabel(view.connector, pile) : String(view.connector) }
    }
    return { list: (await connectorViews(call.tx, ids)).map(named) }
  },
})

/** `GET /api/device/configuration/list`: a pile's configuration as it was last reported. */
const configuration = serveCall(listConfiguration, {
  work: 'read',
  async handle(call) {
    await idsOf(call, [call.input.pile])
    return { list: await readConfiguration(call.tx, call.caller.tenantId, call.input.pile) }
  },
})

/** `GET /api/device/frame/list`: the message trace of a pile or a session, newest first. */
const trace = serveCall(listFrames, {
  work: 'read',
  async handle(call) {
    const { pile, session, ...rest } = call.input
    await idsOf(call, [pile])
    const page = await readTrace(call.tx, call.caller.tenantId, { ...rest, pileId: pile, sessionId: session })
    return { ...page, list: page.list.map(entry => frameFor(call.caller, entry)) }
  },
})

/** `GET /api/device/frame/get`: one frame by the id that facts and orders name. */
const frame = serveCall(readFrame, {
  work: 'read',
  async handle(call) {
    parseFrameId(call.input.frame)
    const [found] = await framesByIds(call.tx, [call.input.frame])
    if (!found) throw new Refusal('kernel.notFound', { status: 404 })
    await idsOf(call, [found.pileId])
    return frameFor(call.caller, found)
  },
})

/** `POST /api/device/frame/replay`: gives a frame that could not be handled another try. */
function replay(gateway: Gateway): Route {
  return serveCall(replayFrame, {
    work: 'raw',
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
 * `POST /api/device/command/answer`: waits for the pile's answer to a command, at most twelve seconds, and returns its state; for
 * a command that is still open it can be called again.
 */
function commandAnswer(gateway: Gateway): Route {
  return serveCall(awaitCommand, {
    work: 'raw',
    guests: true,
    async handle({ db, caller, input }) {
      if (!caller) throw new Error('a permitted route has a caller')
      const read = () => db.tenant(caller.tenantId, tx => visibleCommand(tx, caller, input.id))
      // Permission first: nobody may wait for a command they may not see.
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
  // Commands from before a rule about secrets were stored without it.
  const { detail, result } = veilSecrets({ detail: row.detail, result: row.result })
  return { ...row, detail: shownTo(caller, 'words', detail), result: shownTo(caller, 'json', result) }
}

/** `GET /api/device/command/follow`: whether piles came back after commands that interrupt them. */
const follow = serveCall(followCommands, {
  work: 'read',
  async handle({ tx, caller, input }) {
    return { list: await followed(tx, caller, input.ids, Date.now()) }
  },
})

export function deviceRoutes(gateway: Gateway): Route[] {
  return [
    piles(gateway),
    connectors,
    configuration,
    trace,
    frame,
    replay(gateway),
    commandAnswer(gateway),
    follow,
    parseRoute,
  ]
}
