import { type ActionTable, BOTH_WAYS, type CallOf, type SystemActionOf } from './action-table.ts'
import type { ErrorKind } from './error-word.ts'
import type { Call, OcppVersion } from './frame.ts'
import type { ExactNumbers, JsonObject } from './json.ts'
import { mendPayload, type MendRules } from './mend.ts'
import { NO_CONTEXT, type ReadContext } from './quirks.ts'
import { describeSchemaError, type SchemaCheck, type SchemaError, schemaErrorKind } from './schema-error.ts'
import { createSchemaChecks } from './schema-checks.ts'
import { applyQuirks } from './vendor-mends.ts'

/** A call that could be read, possibly after corrections. */
export interface ReadOk<M> {
  ok: true
  message: M
  /** Numbers that a double cannot hold; to be passed to `toDraftFacts` with the message. */
  exact: ExactNumbers | null
  /** What was corrected, see `MendRules`; empty for a correct frame. */
  mended: string[]
}

/** A call that has to be refused; `errorWord` gives the code to send. */
export interface ReadRefused {
  ok: false
  kind: ErrorKind
  description: string
  mended: string[]
}

type Direction = 'Request' | 'Response'

/** The tables of one protocol. */
export interface CodecTables<Pile extends string> {
  version: OcppVersion
  /** Published schemas by `<Action>Request` and `<Action>Response`. */
  schemas: Readonly<Record<string, object>>
  /** Actions called by a pile; the others are called by the central system. */
  fromPile: readonly Pile[]
  mendRules: MendRules
}

/** Reads payloads into typed calls and answers of one protocol. Nothing here throws on received data. */
export interface Codec<T extends ActionTable<T>, Pile extends keyof T & string> {
  isAction: (action: string) => action is keyof T & string
  /** Reads a call sent by a pile. */
  readPileCall: (call: Call, context?: ReadContext) => ReadOk<CallOf<T, Pile>> | ReadRefused
  /** Reads a call that the central system sent to a pile. */
  readSystemCall: (call: Call) => ReadOk<CallOf<T, SystemActionOf<T, Pile>>> | ReadRefused
  /** Reads the answer to a call. */
  readResponse: <A extends keyof T & string>(
    action: A,
    payload: JsonObject,
  ) => { ok: true; payload: T[A][1]; mended: string[] } | ReadRefused
  /** Schema error of a payload about to be sent, or null: outgoing payloads are checked like incoming ones. */
  checkOutgoing: (action: keyof T & string, direction: Direction, payload: object) => string | null
  /** Schema check for the request or response of an action; compiled once. */
  schemaCheck: (action: keyof T & string, direction: Direction) => SchemaCheck
  /** Compiles the schemas of these actions, so that the first pile after a start does not wait for it (about 150 ms). */
  compileSchemas: (actions: readonly (keyof T & string)[]) => void
}

export function createCodec<T extends ActionTable<T>, Pile extends keyof T & string>(
  tables: CodecTables<Pile>,
): Codec<T, Pile> {
  const { version, mendRules } = tables
  const fromPile: ReadonlySet<string> = new Set(tables.fromPile)
  const checks = createSchemaChecks(tables.schemas)
  type Action = keyof T & string

  const isAction = (action: string): action is Action => checks.has(`${action}Request`)
  const schemaCheck = (action: Action, direction: Direction) => checks.check(`${action}${direction}`)

  function readPayload<M>(call: Call, context: ReadContext): ReadOk<M> | ReadRefused {
    const { action } = call
    const vendor = applyQuirks(version, call.payload, call.exact, context)
    const check = checks.check(`${action}Request`)
    const read = mendPayload(action, vendor.payload, vendor.exact, check, mendRules, context.utcOffset_min)
    const mended = vendor.mended.length === 0 ? read.mended : [...vendor.mended, ...read.mended]
    if (read.error !== null) return refused(read.error, mended)
    const message = { action, payload: read.payload } as M // the schema check of this action is what gives it the type
    return { ok: true, message, exact: read.exact, mended }
  }

  return {
    isAction,
    schemaCheck,
    readPileCall: (call, context = NO_CONTEXT) =>
      fromPile.has(call.action) ? readPayload(call, context) : refuseAction(call.action, isAction(call.action)),
    readSystemCall(call) {
      const { action } = call
      const isOurs = isAction(action) && (action === BOTH_WAYS || !fromPile.has(action))
      return isOurs ? readPayload(call, NO_CONTEXT) : refuseAction(action, isAction(action))
    },
    readResponse<A extends Action>(action: A, payload: JsonObject) {
      const read = mendPayload(`${action}.conf`, payload, null, schemaCheck(action, 'Response'), mendRules, 0)
      if (read.error !== null) return refused(read.error, read.mended)
      const typed = read.payload as unknown as T[A][1] // the schema check of this action is what gives it the type
      return { ok: true, payload: typed, mended: read.mended }
    },
    checkOutgoing(action, direction, payload) {
      const error = schemaCheck(action, direction)(payload)
      return error === null ? null : describeSchemaError(error)
    },
    compileSchemas(actions) {
      for (const action of actions) {
        schemaCheck(action, 'Request')
        schemaCheck(action, 'Response')
      }
    },
  }
}

function refused(error: SchemaError, mended: string[]): ReadRefused {
  return { ok: false, kind: schemaErrorKind(error), description: describeSchemaError(error), mended }
}

/** Recognised but not ours to answer, or not recognised at all (OCPP-J 1.6 §4.2.3, 2.0.1 §4.3). */
function refuseAction(action: string, isKnown: boolean): ReadRefused {
  return isKnown
    ? { ok: false, kind: 'not-supported', description: `${action} is not called in this direction`, mended: [] }
    : { ok: false, kind: 'not-implemented', description: 'unknown action', mended: [] }
}
