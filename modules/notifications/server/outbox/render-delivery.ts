import { type Recipient } from '@wattyard/identity/server'
import type { Words } from '@wattyard/server-kit'
import { formatInstant } from '@wattyard/time'
import type { OutsideChannel } from '../../contract/index.ts'
import { type MessageRow, renderMessage } from '../inbox/render-message.ts'
import { type Kinds, kindName } from '../kinds.ts'

/** Most messages that a digest lists; the others are counted. */
const MOST_TOLD = 10
const MAX_TITLE = 300
const MAX_BODY = 4_000

export interface RenderedDelivery {
  title: string
  body: string
  /** Path in the console: of the single subject, or of the inbox. */
  path: string | null
}

/** Returns several messages of one kind as one text: the number, and a line for each of the first. */
export function renderDelivery(
  { kinds, words }: { kinds: Kinds; words: Words },
  { language }: Pick<Recipient, 'language'>,
  kind: string,
  messages: readonly MessageRow[],
): RenderedDelivery {
  const { translate } = words
  const said = messages.map(message => renderMessage({ kinds, translate, language }, message))
  const [first] = said
  if (first && said.length === 1)
    return {
      title: first.title.slice(0, MAX_TITLE),
      body: first.text.slice(0, MAX_BODY),
      path: messages[0]?.link ?? null,
    }
  const lines = said.slice(0, MOST_TOLD).map(one => `· ${one.title} — ${one.text}`)
  if (said.length > MOST_TOLD)
    lines.push(translate(language, 'notifications.digest.more', { count: said.length - MOST_TOLD }))
  const title = translate(language, 'notifications.digest.title', {
    count: said.length,
    kind: kindName(kinds, translate, language, kind),
  })
  return { title: title.slice(0, MAX_TITLE), body: lines.join('\n').slice(0, MAX_BODY), path: '/fwgl/notify' }
}

/** Returns a person's address for a channel; null when there is none. */
export function addressOf(person: Recipient, channel: OutsideChannel): string | null {
  return { mail: person.email, sms: person.phone, wechat: person.openid }[channel]
}

/** Formats an instant on the tenant's clock, to the minute. */
export const momentText = (at: number, zone: string): string => formatInstant(at, zone).slice(0, 16)
