import { randomBytes } from 'node:crypto'
import { callOut, OutboundRefused, OutboundUnreached } from '@wattyard/server-kit'
import { z } from 'zod'
import type { SmsSettings } from '../../contract/index.ts'
import { errorText, type SendResult, type Transport, type WayOut } from '../outbox/transport.ts'
import { canonicalQuery, signedHeaders } from './sign-acs3.ts'

const VERSION = '2017-05-25'
/** Longest value of a template variable that carriers accept, in characters. */
const MAX_VARIABLE = 35
/** Codes of rate limits and provider problems, after which a retry makes sense. */
const FOR_LATER =
  /^(isv\.BUSINESS_LIMIT_CONTROL|isv\.DAY_LIMIT_CONTROL|Throttling.*|ServiceUnavailable|isp\.SYSTEM_ERROR|isv\.AMOUNT_NOT_ENOUGH|isv\.OUT_OF_SERVICE)$/

const answerSchema = z.object({
  Code: z.string().max(100),
  BizId: z.string().optional(),
})

type Answer = z.infer<typeof answerSchema>

function answerIn(text: string): Answer | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function judge(answer: Answer | null): SendResult {
  if (!answer) return { outcome: 'unclear', error: 'the provider’s answer cannot be read' }
  const { Code, BizId = '' } = answer
  if (Code === 'OK') return { outcome: 'sent', receipt: BizId.slice(0, 200) }
  // Only the code: the text repeats the signed data with number and key.
  return { outcome: FOR_LATER.test(Code) ? 'later' : 'refused', error: errorText(Code) }
}

const refusalIn = ({ text }: { text: string }): string | null => {
  const code = answerIn(text)?.Code
  return code === undefined || code === 'OK' ? null : code
}

/** Numbers as the provider takes them: mainland ones bare, others with their country and no sign. */
const plainNumber = (phone: string): string => phone.replace(/[\s()-]/g, '').replace(/^(\+|00)(86)?/, '')

/** Returns the transport for text messages by a template approved by the carriers. It sends the title, cut to their limit. */
export function smsTransport(settings: SmsSettings, secret: string, { reach, noting }: WayOut): Transport {
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
        const line = { ...noting, correlationId: id, refusalIn }
        const answer = await callOut({ url, method: 'POST', headers, body: '' }, reach, line)
        return judge(answerIn(answer.text))
      } catch (error) {
        const isBefore = error instanceof OutboundUnreached
        const outcome = error instanceof OutboundRefused ? 'refused' : isBefore ? 'later' : 'unclear'
        return { outcome, error: errorText(error) }
      }
    },
  }
}
