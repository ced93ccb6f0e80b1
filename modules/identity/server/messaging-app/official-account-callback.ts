import { createHash, timingSafeEqual } from 'node:crypto'
import { type Database, type RawCall, Refusal, type Route, route } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { z } from 'zod'
import { PEER } from './messaging-app.ts'
import type { NoteCall } from '../sessions/note-calls.ts'
import { flatXml } from './flat-xml.ts'
import { PAIRING_ID, type PairingService, type PairingOutcome } from './messaging-app.ts'

export interface CallbackWorld {
  db: Database
  clock: Clock
  note?: NoteCall | undefined
  log?: { warn(detail: object, message: string): void } | undefined
}

/** Path of the app's calls, to be entered in its settings as `https://<host>/chg/pubapi/weixin/callback`. */
export const CALLBACK_PATH = '/pubapi/weixin/callback'
/** How far the app's clock may be from ours. */
const FRESH_MS = 5 * 60_000
const MAX_BODY_BYTES = 16 * 1024
const OPENID = /^[A-Za-z0-9_-]{6,64}$/
const ACCOUNT = /^[A-Za-z0-9_-]{1,64}$/

const signed = {
  signature: z.string().regex(/^[0-9a-f]{40}$/),
  timestamp: z.string().regex(/^\d{1,12}$/),
  nonce: z.string().regex(/^[\w-]{1,64}$/),
}
const greetingInput = z.strictObject({ ...signed, echostr: z.string().regex(/^[\w-]{1,128}$/) })
// The app may add parameters. Unsigned ones are ignored anyway.
const messageInput = z.looseObject({ ...signed, encrypt_type: z.string().max(20).optional() })
type Signed = { signature: string; timestamp: string; nonce: string }

const refused = () => new Refusal('identity.callbackRefused', { status: 403 })

/** Returns SHA-1 over token, time and nonce in alphabetical order, as the app defines it. */
export function callbackSignature(token: string, timestamp: string, nonce: string): string {
  return createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex')
}

function mustBeSigned(token: string, { signature, timestamp, nonce }: Signed, now: number): void {
  const expected = Buffer.from(callbackSignature(token, timestamp, nonce))
  if (!timingSafeEqual(expected, Buffer.from(signature))) throw refused()
  if (Math.abs(Number(timestamp) * 1000 - now) > FRESH_MS) throw refused()
}

/** The same call twice is refused, though a scene answers only once anyway. */
async function mustBeFirst({ db }: CallbackWorld, { signature }: Signed, now: number): Promise<void> {
  const first = await db.platform(tx =>
    tx.execute('insert into identity_callback (signature, expires_at) values ($1, $2) on conflict do nothing', [
      Buffer.from(signature, 'hex'),
      new Date(now + 2 * FRESH_MS),
    ]),
  )
  if (first !== 1) throw refused()
}

/** Returns the scene of a scan by a follower (`SCAN`) or of a new follower (`subscribe`, with a prefix). */
function sceneOf(message: ReadonlyMap<string, string>): string | null {
  const event = message.get('Event')
  const key = message.get('EventKey') ?? ''
  const scene = event === 'subscribe' ? key.replace(/^qrscene_/, '') : event === 'SCAN' ? key : ''
  return message.get('MsgType') === 'event' && PAIRING_ID.test(scene) ? scene : null
}

const WORDS: Readonly<Record<PairingOutcome, string>> = {
  bound: 'bound',
  verified: 'verified',
  gone: 'gone',
  'other-account': 'otherAccount',
  'in-use': 'inUse',
}

/** Returns the reply shown in the app. Both names were checked to be plain. */
function reply(to: string, from: string, text: string, now: number): string {
  return `<xml><ToUserName><![CDATA[${to}]]></ToUserName><FromUserName><![CDATA[${from}]]></FromUserName><CreateTime>${Math.floor(now / 1000)}</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[${text.replaceAll(']]>', '')}]]></Content></xml>`
}

async function answer(
  pairing: PairingService,
  token: string,
  world: CallbackWorld,
  call: RawCall<z.infer<typeof messageInput>>,
): Promise<unknown> {
  const now = world.clock.now()
  mustBeSigned(token, call.input, now)
  if (call.input.encrypt_type === 'aes') {
    world.log?.warn({}, 'the messaging app sends encrypted messages: set the account to plain mode')
    throw refused()
  }
  await mustBeFirst(world, call.input, now)
  const body = call.request.body
  const message = (Buffer.isBuffer(body) ? flatXml(body) : null) ?? new Map<string, string>()
  const openid = message.get('FromUserName') ?? ''
  const account = message.get('ToUserName') ?? ''
  const scene = sceneOf(message)
  // Other events are not handled; this answer acknowledges them.
  if (!scene || !OPENID.test(openid) || !ACCOUNT.test(account)) return call.reply.type('text/plain').send('success')
  const { ip, userAgent, requestId } = call
  const outcome = await pairing.confirm({ scene, openid, ip, userAgent, requestId })
  const text = call.translate('zh', `identity.phone.${WORDS[outcome]}What`)
  return call.reply.type('application/xml; charset=utf-8').send(reply(openid, account, text, now))
}

/** Does the work of a call of the app and has it written down, however it ends. */
async function noted<T>(call: RawCall<unknown>, world: CallbackWorld, work: () => T | Promise<T>): Promise<T> {
  const at = world.clock.now()
  const begun = performance.now()
  const { body, method } = call.request
  const note = (end: { status: number; outcome: 'ok' | 'refused' | 'failed'; reason?: string }): void =>
    world.note?.({
      at,
      direction: 'in',
      peer: PEER,
      host: call.ip,
      method,
      path: CALLBACK_PATH,
      took_ms: performance.now() - begun,
      sent_bytes: Buffer.isBuffer(body) ? body.length : 0,
      correlationId: call.requestId,
      ...end,
    })
  try {
    const answered = await work()
    note({ status: 200, outcome: 'ok' })
    return answered
  } catch (error) {
    if (error instanceof Refusal) note({ status: error.status, outcome: 'refused', reason: error.code })
    else note({ status: 500, outcome: 'failed', reason: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}

export function callbackRoutes(pairing: PairingService, token: string, world: CallbackWorld): Route[] {
  return [
    route({
      method: 'GET',
      path: CALLBACK_PATH,
      access: 'public',
      input: greetingInput,
      work: 'raw',
      summary: 'the messaging app makes sure that this address is ours',
      handle: (call: RawCall<z.infer<typeof greetingInput>>) =>
        noted(call, world, () => {
          mustBeSigned(token, call.input, world.clock.now())
          return call.reply.type('text/plain; charset=utf-8').send(call.input.echostr)
        }),
    }),
    route({
      method: 'POST',
      path: CALLBACK_PATH,
      access: 'public',
      input: messageInput,
      work: 'raw',
      bytes: true,
      bodyLimit: MAX_BODY_BYTES,
      summary: 'the messaging app says that somebody has scanned a code',
      handle: (call: RawCall<z.infer<typeof messageInput>>) =>
        noted(call, world, () => answer(pairing, token, world, call)),
    }),
  ]
}
