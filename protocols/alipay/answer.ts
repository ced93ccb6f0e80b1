import type { KeyObject } from 'node:crypto'
import {
  type Body,
  isSignedSha256,
  parseJson,
  PayError,
  readMessage,
  type SerialKey,
  signSha256,
  text,
  textOf,
  wireOf,
} from '@wattyard/pay-frame'
import { z } from 'zod'
import { type Answer, type CallName, shapeOf } from './calls.ts'
import type { Failure } from './failure.ts'
import { adviceOf } from './failure.ts'

/** Alipay's code of a call that succeeded. Another code can still mean that something happened: see the advice. */
const SUCCESS = '10000'
/** Member that holds a failure before the gateway knew the method. */
const ERROR_MEMBER = 'error_response'

const head = z.object({
  code: z.string().regex(/^[0-9]{1,8}$/),
  msg: text(256),
  sub_code: z.string().max(128).optional(),
  sub_msg: text(1_024).optional(),
})
const envelope = z.object({ sign: z.string().optional(), alipay_cert_sn: z.string().max(64).optional() })

/** Result of a call: its answer, or why there is none and what to do. */
export type Outcome<N extends CallName> =
  | { isDone: true; answer: Answer<N> }
  | {
      isDone: false
      failure: Failure
      /** False when nobody vouches for the failure; its advice supposes that nothing is known. */
      isSigned: boolean
    }

/**
 * A key of Alipay. In the mode with certificates its serial is `alipay_cert_sn`; with a bare public key answers name none, and
 * the serial is empty.
 */
export type AlipayKey = Pick<SerialKey, 'serial' | 'key'>

const memberOf = (name: CallName) => `${shapeOf(name).method.replaceAll('.', '_')}_response`

/**
 * Verifies and reads an answer of the gateway. What is signed is the piece of the received text that is the value of
 * `<method>_response`: written again it could differ (`\/`, spaces, the order of members).
 * Nothing ties an answer to its question: compare the numbers inside with those asked for.
 * @throws PayError `pay.bad-signature` (also for a success that is not signed), `pay.unknown-serial` for a certificate that is
 * not among the keys, `pay.bad-shape` and those of the readers of JSON and texts
 */
export function readAnswer<N extends CallName>(name: N, body: Body, keys: readonly AlipayKey[]): Outcome<N> {
  const received = textOf(body)
  const { value, members } = parseJson(received)
  const { sign, alipay_cert_sn: serial = '' } = readMessage(envelope, value)
  const member = members.has(memberOf(name)) ? memberOf(name) : ERROR_MEMBER
  const span = members.get(member)
  if (span === undefined) throw new PayError('pay.bad-shape', memberOf(name))
  const piece = received.slice(span.from, span.to)
  const content = parseJson(piece).value
  const { code, sub_code, msg, sub_msg } = readMessage(head, content)
  const isSuccess = code === SUCCESS && member !== ERROR_MEMBER
  const isSigned = sign !== undefined && sign !== ''
  if (isSigned) verifyPiece(piece, sign, serial, keys)
  else if (isSuccess) throw new PayError('pay.bad-signature')
  if (isSuccess) return { isDone: true, answer: readMessage(shapeOf(name).answer, content) as Answer<N> } // schema of the call
  const advice = adviceOf(name, isSigned ? { code, subCode: sub_code ?? null } : null)
  return { isDone: false, isSigned, failure: { advice, code, subCode: sub_code ?? null, message: sub_msg ?? msg } }
}

/** Writes the answer to a call that succeeded, as the gateway does. @throws PayError `pay.bad-shape`, `pay.bad-key` */
export function writeAnswer<N extends CallName>(name: N, answer: Answer<N>, signer: AlipayKey): string {
  const wire = wireOf(shapeOf(name).answer, answer) as object // every answer's schema is one of an object
  return signedEnvelope(name, { code: SUCCESS, msg: 'Success', ...wire }, signer)
}

/** Writes the answer to a call that fails, as the gateway does. @throws PayError `pay.bad-shape`, `pay.bad-key` */
export function writeFailure(
  name: CallName,
  failure: { code: string; msg: string; sub_code?: string; sub_msg?: string },
  signer: AlipayKey,
): string {
  return signedEnvelope(name, wireOf(head, failure), signer)
}

function signedEnvelope(name: CallName, content: object, { serial, key }: { serial: string; key: KeyObject }): string {
  const piece = JSON.stringify(content)
  const rest = JSON.stringify({ ...(serial === '' ? {} : { alipay_cert_sn: serial }), sign: signSha256(piece, key) })
  return `{"${memberOf(name)}":${piece},${rest.slice(1)}`
}

function verifyPiece(piece: string, sign: string, serial: string, keys: readonly AlipayKey[]): void {
  const candidates = keys.filter(one => one.serial === serial)
  if (candidates.length === 0) throw new PayError('pay.unknown-serial')
  if (!candidates.some(({ key }) => isSignedSha256(piece, sign, key))) throw new PayError('pay.bad-signature')
}
