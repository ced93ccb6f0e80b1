import { Refusal } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { z } from 'zod'
import { type Invitation, type MessagingApp, SCENE_MS } from './messaging-app.ts'
import { callbackRoutes, type CallbackWorld } from './official-account-callback.ts'

export const WECHAT_API = 'https://api.weixin.qq.com'
const TIMEOUT_MS = 8_000
const MAX_ANSWER_BYTES = 64 * 1024
/** A token is fetched anew this long before it ends. */
const TOKEN_MARGIN_MS = 5 * 60_000
/** The app says that our token is none: not known, wrong, run out. */
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
const errorAnswer = z.object({ errcode: z.number().int() })

/** Says what failed by the app's number; never the address of the call, which carries secrets. */
class AppError extends Error {
  readonly number: number
  constructor(number: number) {
    super(`the messaging app refused: ${number}`)
    this.name = 'AppError'
    this.number = number
  }
}

async function boundedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array // bodies of fetch are bytes
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) throw new Error('the messaging app answered too much')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function ask<T>(url: URL, body: unknown, schema: z.ZodType<T>, timeout_ms: number): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  const text = await boundedText(answer)
  if (!answer.ok) throw new AppError(answer.status)
  const data: unknown = JSON.parse(text)
  const failed = errorAnswer.safeParse(data)
  if (failed.success && failed.data.errcode !== 0) throw new AppError(failed.data.errcode)
  return schema.parse(data)
}

/** The account's access token: fetched once for all who wait, kept until shortly before it ends. */
function tokenKeeper(options: OfficialAccountOptions, api: string, clock: Clock, timeout_ms: number) {
  let kept: { token: string; until: number } | null = null
  let fetching: Promise<string> | null = null
  const fetchToken = async (force: boolean): Promise<string> => {
    const url = new URL('/cgi-bin/stable_token', api)
    const body = {
      grant_type: 'client_credential',
      appid: options.appId,
      secret: options.secret,
      force_refresh: force,
    }
    const { access_token, expires_in } = await ask(url, body, tokenAnswer, timeout_ms)
    kept = { token: access_token, until: clock.now() + Math.max(0, expires_in * 1000 - TOKEN_MARGIN_MS) }
    return access_token
  }
  return {
    /** @param refused the token that the app no longer takes */
    get(refused?: string): Promise<string> {
      if (kept && kept.token !== refused && kept.until > clock.now()) return Promise.resolve(kept.token)
      fetching ??= fetchToken(refused !== undefined).finally(() => {
        fetching = null
      })
      return fetching
    },
  }
}

/**
 * A WeChat Official Account (公众号): temporary QR codes with a scene, and its calls to us when one is scanned. Messages in
 * the app's encrypted mode are not understood: the account has to be set to plain mode over HTTPS.
 */
export function officialAccount(options: OfficialAccountOptions, world: CallbackWorld): MessagingApp {
  const api = options.api ?? WECHAT_API
  const timeout_ms = options.timeout_ms ?? TIMEOUT_MS
  const tokens = tokenKeeper(options, api, world.clock, timeout_ms)

  async function createQr(scene: string, token: string): Promise<Invitation> {
    const url = new URL('/cgi-bin/qrcode/create', api)
    url.searchParams.set('access_token', token)
    const body = {
      expire_seconds: SCENE_MS / 1000,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: scene } },
    }
    const { url: link } = await ask(url, body, qrAnswer, timeout_ms)
    return { link, lasts_ms: SCENE_MS }
  }

  return {
    name: 'officialAccount',
    async invite(scene) {
      try {
        const token = await tokens.get()
        try {
          return await createQr(scene, token)
        } catch (error) {
          // Another process may have had the token renewed: once more with a new one, and only once.
          if (!(error instanceof AppError) || !TOKEN_ERRORS.has(error.number)) throw error
          return await createQr(scene, await tokens.get(token))
        }
      } catch (error) {
        world.log?.warn(
          { reason: error instanceof AppError ? error.number : error instanceof Error ? error.name : 'unknown' },
          'the messaging app gave no QR code',
        )
        throw new Refusal('identity.messengerUnavailable', { status: 503, params: { seconds: 30 } })
      }
    },
    routes: desk => callbackRoutes(desk, options.token, world),
  }
}
