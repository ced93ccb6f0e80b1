import {
  applyQuirks,
  type Call,
  describeSchemaError,
  type ErrorKind,
  type ExactNumbers,
  type JsonObject,
  mendPayload,
  NO_CONTEXT,
  type ReadContext,
  schemaErrorKind,
} from '@wattyard/ocpp-frame'
import { type Action, isPileAction, type PileMessage, type Response, type SystemMessage } from './actions.ts'
import { MEND_RULES } from './mend-rules.ts'
import { isAction, schemaCheck } from './schemas.ts'

/** A call that could be read, possibly after mends. */
export interface ReadOk<M> {
  ok: true
  message: M
  /** Numbers that a double cannot hold; `toDraftFacts` wants them beside the message. */
  exact: ExactNumbers | null
  /** What was mended, see `MendRules`; empty for a clean frame. */
  mended: string[]
}

/** A call that has to be refused; `errorWord` gives the word for the wire. */
export interface ReadRefused {
  ok: false
  kind: ErrorKind
  description: string
  mended: string[]
}

/** Reads a call that a pile sent us. Never throws. */
export function readPileCall(call: Call, context: ReadContext = NO_CONTEXT): ReadOk<PileMessage> | ReadRefused {
  if (!isPileAction(call.action)) return refuseAction(call.action)
  return readPayload<PileMessage>(call.action, call, context)
}

/** The other side of the wire: reads a call that the CSMS sent to a pile. */
export function readSystemCall(call: Call): ReadOk<SystemMessage> | ReadRefused {
  if (!isAction(call.action) || (isPileAction(call.action) && call.action !== 'DataTransfer'))
    return refuseAction(call.action)
  return readPayload<SystemMessage>(call.action, call, NO_CONTEXT)
}

function readPayload<M>(
  action: Action,
  call: { payload: JsonObject; exact: ExactNumbers | null },
  context: ReadContext,
): ReadOk<M> | ReadRefused {
  const vendor = applyQuirks('ocpp2.0.1', call.payload, call.exact, context)
  const check = schemaCheck(action, 'Request')
  const read = mendPayload(action, vendor.payload, vendor.exact, check, MEND_RULES, context.utcOffset_min)
  const mended = vendor.mended.length === 0 ? read.mended : [...vendor.mended, ...read.mended]
  if (read.error !== null) {
    return { ok: false, kind: schemaErrorKind(read.error), description: describeSchemaError(read.error), mended }
  }
  const message = { action, payload: read.payload } as M // the schema check of this action is what gives it the type
  return { ok: true, message, exact: read.exact, mended }
}

/** Recognised but not ours to answer, or not recognised at all (OCPP-J 2.0.1 §4.3). */
function refuseAction(action: string): ReadRefused {
  return isAction(action)
    ? { ok: false, kind: 'not-supported', description: `${action} is not called in this direction`, mended: [] }
    : { ok: false, kind: 'not-implemented', description: 'unknown action', mended: [] }
}

/** Reads the answer to a call of ours. */
export function readResponse<A extends Action>(
  action: A,
  payload: JsonObject,
): { ok: true; payload: Response<A>; mended: string[] } | ReadRefused {
  const read = mendPayload(`${action}.conf`, payload, null, schemaCheck(action, 'Response'), MEND_RULES, 0)
  if (read.error !== null) {
    return {
      ok: false,
      kind: schemaErrorKind(read.error),
      description: describeSchemaError(read.error),
      mended: read.mended,
    }
  }
  const typed = read.payload as unknown as Response<A> // the schema check of this action is what gives it the type
  return { ok: true, payload: typed, mended: read.mended }
}

/** Complaint about a payload we are about to send, or null: what leaves us is checked as what arrives. */
export function checkOutgoing(action: Action, direction: 'Request' | 'Response', payload: object): string | null {
  const error = schemaCheck(action, direction)(payload)
  return error === null ? null : describeSchemaError(error)
}
