import { type CallAnswer, defineCall, flagInput, idInput, idsInput, instant, isSeen, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { CONNECTOR_STATES } from '@wattyard/assets/contract'

/** Most piles in one request for states. */
const MAX_PILES = 1_000
/** Most frames in one page of a trace. */
export const MAX_TRACE_PAGE = 200

const pileIds = idsInput(MAX_PILES, 0)

/** Present state of a pile. */
const pileState = z.object({
  pileId: z.string(),
  stationId: z.string().nullable(),
  online: z.boolean(),
  protocol: z.string().nullable(),
  connectedAt: instant.nullable(),
  disconnectedAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
  vendor: z.string().nullable(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  firmware: z.string().nullable(),
  bootedAt: instant.nullable(),
  firmwareStatus: z.string().nullable(),
  diagnosticsStatus: z.string().nullable(),
  error: z.string().nullable(),
  badFrames: z.int(),
  /** Server clock minus pile clock in milliseconds; null before the first measurement. */
  skewMs: z.int().nullable(),
})
export type PileState = z.output<typeof pileState>

export const listPileStates = defineCall({
  method: 'GET',
  path: '/api/device/pileState/list',
  access: 'gateway.pile:read',
  summary: 'what piles are now',
  input: z.strictObject({ piles: pileIds }),
  output: z.object({ list: z.array(pileState) }),
})

const connectorState = z.object({
  pileId: z.string(),
  /** Number within the pile from 1; 0 is the pile itself. */
  connector: z.int(),
  state: z.enum(CONNECTOR_STATES),
  /** State that the pile last reported. */
  reported: z.enum(CONNECTOR_STATES),
  error: z.string().nullable(),
  /** The maker's own code: `vendorErrorCode` of OCPP 1.6, `techCode` of 2.0.1. */
  vendorError: z.string().nullable(),
  info: z.string().nullable(),
  /** Instant of the report, or of the loss of the connection. */
  at: instant,
})
/** Present state of a connector: `offline` while its pile is not connected, whatever it last reported. */
export type ConnectorView = z.output<typeof connectorState>

const namedConnector = connectorState.extend({
  /** Label of the connector: its EVSE, followed by the connector where the EVSE has several. */
  name: z.string(),
})
/** A connector's present state with its label. */
export type NamedConnector = z.output<typeof namedConnector>

export const listConnectorStates = defineCall({
  method: 'GET',
  path: '/api/device/connectorState/list',
  access: 'gateway.connector:read',
  summary: 'what connectors are now',
  input: z.strictObject({ piles: pileIds }),
  output: z.object({ list: z.array(namedConnector) }),
})

const frame = z.object({
  /** `<stream>:<seq>`, as facts refer to it. */
  frame: z.string(),
  pileId: z.string(),
  receivedAt: instant,
  /** `in`: from the pile to the server; `out`: from the server to the pile. */
  direction: z.enum(['in', 'out']),
  protocol: z.string(),
  action: z.string(),
  messageId: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** Call and answer as they went over the wire. */
  call: z.string(),
  answer: z.string().nullable(),
  mended: z.array(z.string()),
  problem: z.string().nullable(),
})
/** One entry of the message trace. */
export type TracedFrame = z.output<typeof frame>

export const listConfiguration = defineCall({
  method: 'GET',
  path: '/api/device/configuration/list',
  access: 'gateway.configuration:read',
  summary: 'configuration of a pile as it last told us',
  input: z.strictObject({ pile: idInput }),
  output: z.object({
    list: z.array(
      z.object({
        key: z.string(),
        value: z.string().nullable(),
        /** The pile does not allow changing it. */
        readonly: z.boolean(),
        /** A secret is written by a call of its own, which asks for the password; the pile's key for this server by another one. */
        secret: z.enum(['none', 'setting', 'stationKey']),
        readAt: instant,
      }),
    ),
  }),
})

export const listFrames = defineCall({
  method: 'GET',
  path: '/api/device/frame/list',
  access: 'gateway.frame:read',
  summary: 'the message trace of a pile or a session, newest first',
  input: z.strictObject({
    pile: idInput,
    session: idInput.optional(),
    action: z.string().max(64).optional(),
    direction: z.enum(['in', 'out']).optional(),
    /** Only frames that were refused, repeated or could not be handled. */
    onlyProblems: flagInput.optional(),
    /** `next` of the page before. */
    before: z.string().max(40).optional(),
    size: wholeInput(1, MAX_TRACE_PAGE).default(50),
  }),
  output: z.object({ list: z.array(frame), next: z.string().nullable() }),
})

export const readFrame = defineCall({
  method: 'GET',
  path: '/api/device/frame/get',
  access: 'gateway.frame:read',
  summary: 'one frame by the id that facts and orders name',
  input: z.strictObject({ frame: z.string().max(40) }),
  output: frame,
})

export const replayFrame = defineCall({
  method: 'POST',
  path: '/api/device/frame/replay',
  access: 'gateway.frame:replay',
  summary: 'gives a frame that could not be handled another try',
  input: z.strictObject({ frame: z.string().max(40) }),
  output: z.object({}),
})

/** Waits for the pile's answer at most twelve seconds; a command that is still open can be asked for again. */
export const awaitCommand = defineCall({
  method: 'GET',
  path: '/api/device/command/answer',
  access: 'gateway.command:read',
  summary: 'wait for the answer to a command',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    id: z.string(),
    pile: z.string(),
    kind: z.string(),
    state: z.string(),
    detail: z.string().nullable(),
    /** Answer of the pile in the terms of its protocol. */
    result: z.unknown(),
    sent: instant.nullable(),
    ended: instant.nullable(),
  }),
})
export type CommandNow = CallAnswer<typeof awaitCommand>

export const rotateKey = defineCall({
  method: 'POST',
  path: '/api/device/credential/rotate',
  access: 'gateway.credential:rotate',
  summary: 'a new station key, sent to the pile where asked for; asks for the password once more',
  input: z.strictObject({
    id: idInput,
    password: z.string().max(1_000),
    /** Name of the key that the password is sealed with; empty for a plain password. */
    key: z.string().max(200).default(''),
    /** Send the key to the pile over its connection. */
    send: flagInput.default(false),
  }),
  output: z.object({
    /** The pile's identity; empty when it has none. */
    identity: z.string(),
    /** The new key. It is not shown again. */
    key: z.string(),
    /** The command that delivers the key to the pile, when it is sent. */
    command: z.string().optional(),
    /** When it was made: messages of the pile from then on come with it. */
    at: instant,
  }),
})
export type MadeKey = CallAnswer<typeof rotateKey>

export const setSecret = defineCall({
  method: 'POST',
  path: '/api/device/command/setSecret',
  access: 'gateway.command:setConfiguration',
  summary: 'writes a secret setting of a pile, such as a password; asks for the caller’s password once more',
  input: z.strictObject({
    pile: idInput,
    /** Name of the setting, as the pile calls it. */
    setting: z.string().trim().min(1).max(250).refine(isSeen, { error: 'forbiddenCharacter' }),
    value: z.string().max(1_000).refine(isSeen, { error: 'forbiddenCharacter' }),
    password: z.string().max(1_000),
    /** Name of the key that the password is sealed with; empty for a plain password. */
    key: z.string().max(200).default(''),
  }),
  /** The command that tells the pile. */
  output: z.object({ command: z.string() }),
})
