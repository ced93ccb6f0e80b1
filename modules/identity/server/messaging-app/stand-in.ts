import { createHmac, randomBytes } from 'node:crypto'
import { type RawCall, type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { type CookieRequest, isTls, readCookie } from '../sign-in/cookies.ts'
import {
  CONFIRM_PATH,
  type MessagingApp,
  PAIRING_ID,
  PAIRING_MS,
  type PairingService,
  type PairingOutcome,
} from './messaging-app.ts'
import { confirmPage, outcomePage } from './stand-in-page.ts'

const COOKIE = 'standin'
const PHONE = /^[A-Za-z0-9_-]{22}$/
const YEAR_S = 365 * 24 * 3600

const nameOf = (request: CookieRequest): string => (isTls(request) ? `__Secure-${COOKIE}` : COOKIE)

/** Returns the phone's own secret, which is its account in the app that this module replaces. */
function phoneOf(request: CookieRequest): string | null {
  const value = readCookie(request, nameOf(request))
  return value && PHONE.test(value) ? value : null
}

function phoneCookie(request: CookieRequest, value: string): string {
  const secure = isTls(request) ? '; Secure' : ''
  return `${nameOf(request)}=${value}; Path=/chg/pubapi/weixin; HttpOnly; SameSite=Strict; Max-Age=${YEAR_S}${secure}`
}

function send(call: RawCall, html: { text: string; nonce: string }) {
  const { reply } = call
  void reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${html.nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  )
  return reply.type('text/html; charset=utf-8').send(html.text)
}

const sceneInput = z.string().max(100).default('')
const askInput = z.strictObject({ scene: sceneInput })
const answerInput = z.strictObject({ scene: sceneInput, decision: z.enum(['confirm', 'decline']) })

function askRoute(pairing: PairingService): Route {
  return route({
    method: 'GET',
    path: CONFIRM_PATH,
    access: 'public',
    input: askInput,
    work: 'raw',
    summary: 'the page that a phone opens by the QR code of the stand-in for a messaging app',
    async handle(call: RawCall<z.infer<typeof askInput>>) {
      const { input, request, reply } = call
      const view = await pairing.look(input.scene)
      if (view && !phoneOf(request))
        void reply.header('set-cookie', phoneCookie(request, randomBytes(16).toString('base64url')))
      return send(call, view ? confirmPage(call, view, input.scene) : outcomePage(call, 'gone'))
    },
  })
}

function answerRoute(pairing: PairingService, key: Uint8Array): Route {
  return route({
    method: 'POST',
    path: CONFIRM_PATH,
    access: 'public',
    input: answerInput,
    work: 'raw',
    bodyLimit: 4096,
    summary: 'what the person at the phone said',
    async handle(call: RawCall<z.infer<typeof answerInput>>) {
      const { input, request, ip, userAgent, requestId } = call
      const phone = phoneOf(request)
      const answer = { scene: input.scene, ip, userAgent, requestId }
      // Without the cookie of the previous page, this is another browser.
      if (!phone || !PAIRING_ID.test(input.scene)) return send(call, outcomePage(call, 'gone'))
      if (input.decision === 'decline') {
        await pairing.decline(answer)
        return send(call, outcomePage(call, 'declined'))
      }
      // Its name is not its secret: the console shows the one and never the other.
      const openid = `si_${createHmac('sha256', key).update(`stand-in ${phone}`).digest('base64url').slice(0, 25)}`
      const outcome: PairingOutcome = await pairing.confirm({ ...answer, openid })
      return send(call, outcomePage(call, outcome))
    },
  })
}

/**
 * Stands in for a messaging app where there is none: the QR code leads to a page of the product, and the browser that opens it is
 * the account. It proves that this browser was bound before.
 *
 * @param key derives the browsers' names, 32 bytes
 */
export function standIn(key: Uint8Array): MessagingApp {
  return {
    name: 'standIn',
    invite: async (scene, origin) => ({ link: `${origin}/chg${CONFIRM_PATH}?scene=${scene}`, lasts_ms: PAIRING_MS }),
    routes: pairing => [askRoute(pairing), answerRoute(pairing, key)],
  }
}
