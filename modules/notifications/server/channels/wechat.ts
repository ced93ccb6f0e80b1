import type { WechatSettings } from '../../contract/index.ts'
import { errorText, type SendResult, type Transport } from '../outbox/transport.ts'
import type { Messenger } from '../world.ts'

/** Longest `thing` value of a template. */
const MAX_THING = 20

const cut = (text: string): string => {
  const characters = Array.from(text.replaceAll('\n', ' '))
  return characters.length > MAX_THING ? `${characters.slice(0, MAX_THING - 1).join('')}…` : characters.join('')
}

/** Returns the transport for template messages of the Official Account, to people who have bound it. */
export function wechatTransport(settings: WechatSettings, messenger: Messenger): Transport {
  return {
    channel: 'wechat',
    async send({ id, address, title, body, url, atText }): Promise<SendResult> {
      if (!messenger.notify) return { outcome: 'refused', error: `${messenger.name} has no messages` }
      const { templateId, titleKey, textKey, timeKey } = settings
      const data = { [titleKey]: cut(title), [textKey]: cut(body), [timeKey]: atText }
      try {
        const answer = await messenger.notify({ openid: address, id, template: templateId, data, url })
        return answer.outcome === 'sent' ? answer : { outcome: answer.outcome, error: `errcode ${answer.reason}` }
      } catch (error) {
        return { outcome: 'unclear', error: errorText(error) }
      }
    },
  }
}
