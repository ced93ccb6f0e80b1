import { request } from 'node:http'

/** WeChat Pay waits five seconds for the answer to a notification (pay.weixin.qq.com/doc/v3/merchant/4012268885). */
export const ANSWER_WITHIN_MS = 5_000
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Posts a notification. Returns the status of the answer, null when there was none. */
export type SendNotice = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<number | null>

/**
 * Creates the way to the merchants. The stand-in calls this machine alone: an address elsewhere is not reached, unless a route
 * leads it back.
 * @param routes origins as merchants name them, and the origins of this machine that answer for them: WeChat Pay takes addresses of
 * notifications with `https:` only, and on one machine nothing stands before the product to take the encryption away
 */
export function createSender(routes: Readonly<Record<string, string>>): SendNotice {
  return async (url, headers, body) => {
    const asked = URL.parse(url)
    if (asked === null) return null
    const target = URL.parse(asked.pathname + asked.search, routes[asked.origin] ?? asked.origin)
    if (target === null || target.protocol !== 'http:' || !LOOPBACK.has(target.hostname)) return null
    return await new Promise(resolve => {
      const sending = request(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        },
        answer => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode ?? null))
          answer.on('error', () => resolve(null))
        },
      )
      sending.on('error', () => resolve(null))
      sending.end(body)
    })
  }
}
