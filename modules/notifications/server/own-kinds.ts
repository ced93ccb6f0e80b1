import type { MessageKind } from '@wattyard/server-kit'

/** What one person writes to another. */
export const COLLEAGUE = 'notifications.colleague'
/** A notice has begun, or asks again to be read. */
export const NOTICE = 'notifications.notice'

/** Somebody set where letters of a channel go. */
export const CHANNEL_MOVED = 'notifications.channel-moved'

export interface ChannelMoved {
  personId: string
  name: string
  channel: string
  /** Another one each time. */
  version: string
}

/** Kinds that this module writes itself; the first two topics are never said. */
export const OWN_MESSAGES: readonly MessageKind[] = [
  { name: COLLEAGUE, severity: 'info', topic: 'notifications.colleague-wrote', draft: () => null },
  { name: NOTICE, severity: 'notice', topic: 'notifications.notice-began', draft: () => null },
  {
    name: 'notifications.channelMoved',
    severity: 'warning',
    topic: CHANNEL_MOVED,
    compulsory: true,
    /** At once, to everybody else who sets channels: letters with codes in them go another way now. */
    draft({ body }) {
      const seen = body as unknown as ChannelMoved // written by this module alone
      return {
        about: `${seen.channel}:${seen.version}`,
        params: { name: seen.name },
        link: '/console/log',
        may: ['notifications.channel:update'],
        except: [seen.personId],
      }
    },
  },
]
