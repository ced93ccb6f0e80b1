import { internetReach, Refusal } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { z } from 'zod'
import { type Invitation, type MessagingApp, PAIRING_MS } from './messaging-app.ts'
import { AppError, askApp, type Asking } from './official-account-call.ts'
import { callbackRoutes, type CallbackWorld } from './official-account-callback.ts'
import { templateSender } from './official-account-template.ts'

export const WECHAT_API = 'https://api.weixin.qq.com'
const TIMEOUT_MS = 8_000
/** Time before its expiry at which a token is renewed. */
const TOKEN_MARGIN_MS = 5 * 60_000
/** Errors for an unknown, wrong or expired token. */
const TOKEN_ERRORS = new Set([40001, 40014, 42001])

export interface OfficialAccountOptions {
  appId: string
  secret: string
  /** Agreed with the app for the signatures of its calls. */
  token: string
  /** Another address of the API, for tests. */
  api?: string
  timeout_ms?: number
}

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(2048),
  expires_in: z.number().int().min(60).max(86_400),
})
const qrAnswer = z.object({ ticket: z.string().min(1).max(512), url: z.string().min(1).max(200) })

/**
 * Returns the keeper of the account's access token: fetched once for all waiting callers, cached until shortly before its expiry.
 */
function tokenKeeper(options: OfficialAccountOptions, api: string, clock: Clock) {
  let kept: { token: string; until: number } | null = null
  let fetching: Promise<string> | null = null
  const fetchToken = async (force: boolean, asking: Asking): Promise<string> => {
    const url = new URL('/cgi-bin/stable_token', api)
    const body = {
      grant_type: 'client_credential',
      appid: options.appId,
      secret: options.secret,
      force_refresh: force,
    }
    const { access_token, expires_in } = await askApp(url, body, tokenAnswer, asking)
    kept = { token: access_token, until: clock.now() + Math.max(0, expires_in * 1000 - TOKEN_MARGIN_MS) }
    return access_token
  }
  return {
    /** @param refused the token that the app no longer takes */
    get(asking: Asking, refused?: string): Promise<string> {
      if (kept && kept.token !== refused && kept.until > clock.now()) return Promise.resolve(kept.token)
      fetching ??= fetchToken(refused !== undefined, asking).finally(() => {
        fetching = null
      })
      return fetching
    },
  }
}

/**
 * Connects a WeChat Official Account (公众号): temporary QR codes with a scene, and its callbacks after scans. The app's encrypted
 * mode is not supported: the account has to be set to plain mode over HTTPS.
 */
export function officialAccount(options: OfficialAccountOptions, world: CallbackWorld): MessagingApp {
  const api = options.api ?? WECHAT_API
  const timeout_ms = options.timeout_ms ?? TIMEOUT_MS
  const tokens = tokenKeeper(options, api, world.clock)

  async function createQr(scene: string, token: string, asking: Asking): Promise<Invitation> {
    const url = new URL('/cgi-bin/qrcode/create', api)
    url.searchParams.set('access_token', token)
    const body = {
      expire_seconds: PAIRING_MS / 1000,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    }
    const { url: link } = await askApp(url, body, qrAnswer, asking)
    return { link, lasts_ms: PAIRING_MS }
  }

  // A configured address is the installation's own choice, so its host is allowed.
  const reach = internetReach(options.api === undefined ? [] : [new URL(options.api).host])
  const askingFor = (correlationId: string): Asking => ({
    reach,
    timeout_ms,
    note: world.note,
    now: () => world.clock.now(),
    correlationId,
  })

  async function withToken<T>(asking: Asking, call: (token: string) => Promise<T>): Promise<T> {
    const token = await tokens.get(asking)
    try {
      return await call(token)
    } catch (error) {
      // Another process may have had the token renewed: once more with a new one, and only once.
      if (!(error instanceof AppError) || !TOKEN_ERRORS.has(error.number)) throw error
      return await call(await tokens.get(asking, token))
    }
  }

  return {
    name: 'officialAccount',
    async invite(scene, _origin, requestId) {
      const asking = askingFor(requestId)
      try {
        return await withToken(asking, token => createQr(scene, token, asking))
      } catch (error) {
        world.log?.warn(
          { reason: error instanceof AppError ? error.number : error instanceof Error ? error.name : 'unknown' },
          'the messaging app gave no QR code',
        )
        throw new Refusal('identity.messengerUnavailable', { status: 503, params: { seconds: 30 } })
      }
    },
    notify: templateSender(withToken, api, askingFor),
    routes: pairing => callbackRoutes(pairing, options.token, world),
  }
}
