import type { KeyObject } from 'node:crypto'
import {
  address,
  bytesOf,
  chinaTime,
  matching,
  parseForm,
  parseJson,
  PayError,
  readMessage,
  wireOf,
  writeForm,
} from '@wattyard/pay-frame'
import { z } from 'zod'
import { type AnyCall, type Call, callOf, type CallName, shapeOf } from './calls.ts'
import { areSigned, CHARSET, SIGN_TYPE, signFields } from './signed-fields.ts'

/** Both parts are application/x-www-form-urlencoded; the request is a POST to the gateway. */
export interface GatewayRequest {
  /** Common parameters with the signature: the gateway reads `charset` before the body. */
  query: string
  /** `biz_content`. */
  body: string
}

/** Common parameters of every call that are not constant. */
const common = z.object({
  app_id: matching(/[0-9]{1,32}/),
  timestamp: chinaTime(),
  notify_url: address(['https:', 'http:'], 256).optional(),
  app_auth_token: matching(/[0-9A-Za-z]{1,40}/).optional(),
  /** Serials of our own certificate and of the root, in the mode with certificates. */
  app_cert_sn: matching(/[0-9a-f]{32}/).optional(),
  alipay_root_cert_sn: matching(/[0-9a-f_]{32,128}/).optional(),
})
/** `timestamp` in epoch ms, whole seconds. */
export type Common = z.output<typeof common>

const constants = z.object({
  format: z.literal('JSON').optional(),
  charset: z.literal(CHARSET),
  sign_type: z.literal(SIGN_TYPE),
  version: z.literal('1.0'),
})
const NOT_SIGNED = ['sign']

/** An application that calls, as the gateway knows it. */
export interface App {
  appId: string
  /** The public key that the merchant uploaded. */
  key: KeyObject
}

/**
 * Writes and signs a call.
 * @param key private key of the application
 * @throws PayError `pay.bad-shape`, `pay.bad-key`
 */
export function writeRequest<N extends CallName>(
  name: N,
  call: Call<N>,
  parameters: Common,
  key: KeyObject,
): GatewayRequest {
  const { method, call: schema } = shapeOf(name)
  const content = JSON.stringify(wireOf(schema, call))
  const wire = wireOf(common, parameters)
  const fields = new Map<string, string>([
    ['method', method],
    ...Object.entries(wire).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ['format', 'JSON'],
    ['charset', CHARSET],
    ['sign_type', SIGN_TYPE],
    ['version', '1.0'],
    ['biz_content', content],
  ])
  const sign = signFields(fields, NOT_SIGNED, key)
  fields.delete('biz_content')
  return { query: writeForm([...fields, ['sign', sign]]), body: writeForm([['biz_content', content]]) }
}

/**
 * Verifies and reads a request, as the gateway does. How far its timestamp may be from now, and whether it was seen before, is
 * for the caller to judge.
 * @throws PayError `pay.unknown-serial` for an unknown application, `pay.bad-signature`, `pay.unknown-call`, `pay.bad-shape` and
 * those of the readers of forms and JSON
 */
export function readRequest({ query, body }: GatewayRequest, apps: readonly App[]): AnyCall & { common: Common } {
  bytesOf(query)
  bytesOf(body)
  const fields = parseForm(query)
  for (const [name, value] of parseForm(body)) {
    if (fields.has(name)) throw new PayError('pay.duplicate', name)
    fields.set(name, value)
  }
  const wire = Object.fromEntries(fields)
  // A request signs no field without a value.
  const filled = new Map([...fields].filter(([, value]) => value !== ''))
  const app = apps.find(one => one.appId === wire.app_id)
  if (app === undefined) throw new PayError('pay.unknown-serial')
  readMessage(constants, wire)
  if (!areSigned(filled, NOT_SIGNED, [app.key])) throw new PayError('pay.bad-signature')
  const name = callOf(wire.method ?? '')
  if (name === null) throw new PayError('pay.unknown-call')
  const call = readMessage(shapeOf(name).call, parseJson(wire.biz_content ?? '').value)
  return { name, call, common: readMessage(common, wire) } as AnyCall & { common: Common } // name and schema belong together
}
