import { randomBytes } from 'node:crypto'
import { callOut, OutboundRefused, type OutboundRules } from '@wattyard/server-kit'
import { z } from 'zod'
import type { SmsSettings } from '../../contract/index.ts'
import { errorText, type SendResult, type Transport } from '../outbox/transport.ts'
import { canonicalQuery, signedHeaders } from './sign-acs3.ts'

const VERSION = '2017-05-25'
/** Longest value of a template's variable that the carriers let through, in characters. */
const MAX_VARIABLE = 35
/** Too many at once, or trouble of theirs: another time it may go. */
const FOR_LATER =
  /^(isv\.BUSINESS_LIMIT_CONTROL|isv\.DAY_LIMIT_CONTROL|Throttling.*|ServiceUnavailable|isp\.SYSTEM_ERROR|isv\.AMOUNT_NOT_ENOUGH|isv\.OUT_OF_SERVICE)$/

const answerSchema = z.object({
  Code: z.string().max(100),
  Message: z.string().optional(),
  BizId: z.string().optional(),
})

function judge(text: string): SendResult {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { outcome: 'unclear', error: 'the provider’s answer cannot be read' }
  }
  const answer = answerSchema.safeParse(data)
  if (!answer.success) return { outcome: 'unclear', error: 'the provider’s answer cannot be read' }
  const { Code, Message = '', BizId = '' } = answer.data
  if (Code === 'OK') return { outcome: 'sent', receipt: BizId.slice(0, 200) }
  return { outcome: FOR_LATER.test(Code) ? 'later' : 'refused', error: errorText(`${Code} ${Message}`) }
}

/** Numbers as the provider takes them: mainland ones bare, others with their country and no sign. */
const plainNumber = (phone: string): string => phone.replace(/[\s()-]/g, '').replace(/^(\+|00)(86)?/, '')

/** A text message by a template that the carriers have approved: it carries the title, cut to what they let through. */
export function smsTransport(settings: SmsSettings, secret: string, rules: OutboundRules): Transport {
  return {
    channel: 'sms',
    async send({ id, address, title, at }): Promise<SendResult> {
      const { endpoint, accessKeyId, signName, templateCode, variable } = settings
      const characters = Array.from(title)
      const value = characters.length > MAX_VARIABLE ? `${characters.slice(0, MAX_VARIABLE - 1).join('')}…` : title
      const query = {
        PhoneNumbers: plainNumber(address),
        SignName: signName,
        TemplateCode: templateCode,
        TemplateParam: JSON.stringify({ [variable]: value }),
        OutId: id,
      }
      try {
        const { host } = new URL(endpoint)
        const headers = signedHeaders({
          host,
          action: 'SendSms',
          version: VERSION,
          query,
          date: new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
          nonce: randomBytes(16).toString('hex'),
          accessKeyId,
          secret,
        })
        const url = `${endpoint.replace(/\/$/, '')}/?${canonicalQuery(query)}`
        const answer = await callOut({ url, method: 'POST', headers, body: '' }, rules)
        return judge(answer.text)
      } catch (error) {
        const { code } = (error ?? {}) as { code?: unknown }
        // No connection came about, so nothing was said.
        const isBefore = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        const outcome = error instanceof OutboundRefused ? 'refused' : isBefore ? 'later' : 'unclear'
        return { outcome, error: errorText(error) }
      }
    },
  }
}
