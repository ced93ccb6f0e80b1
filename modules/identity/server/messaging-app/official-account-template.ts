import { z } from 'zod'
import type { AppAnswer, AppMessage } from './messaging-app.ts'
import { AppError, askApp, type Asking } from './official-account-call.ts'

const sentAnswer = z.object({ msgid: z.union([z.number(), z.string()]) })
/** Busy, called too often, a server of theirs that failed: another time it may go. */
const FOR_LATER = new Set([-1, 45009, 45011, 500, 502, 503, 504, 429])

type WithToken = <T>(asking: Asking, call: (token: string) => Promise<T>) => Promise<T>

/** Returns a sender of template messages (模板消息) of an Official Account, the only kind that it may send unprompted. */
export function templateSender(withToken: WithToken, api: string, askingFor: (id: string) => Asking) {
  return async ({ openid, id, template, data, url }: AppMessage): Promise<AppAnswer> => {
    const body = {
      touser: openid,
      template_id: template,
      client_msg_id: id,
      ...(url === null ? {} : { url }),
      data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, { value }])),
    }
    const asking = askingFor(id)
    try {
      const { msgid } = await withToken(asking, token => {
        const address = new URL('/cgi-bin/message/template/send', api)
        address.searchParams.set('access_token', token)
        return askApp(address, body, sentAnswer, asking)
      })
      return { outcome: 'sent', receipt: String(msgid) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { outcome: FOR_LATER.has(error.number) ? 'later' : 'refused', reason: String(error.number) }
    }
  }
}
