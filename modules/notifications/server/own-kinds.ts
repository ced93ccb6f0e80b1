import type { MessageKind } from '@wattyard/server-kit'

/** Kind of messages from one person to another. */
export const COLLEAGUE = 'notifications.colleague'
/** Kind of messages about a notice that was published, or a reminder of it. */
export const NOTICE = 'notifications.notice'

/** Kind of messages about a changed destination of a channel. */
export const CHANNEL_MOVED = 'notifications.channel-moved'

export interface ChannelMoved {
  personId: string
  name: string
  channel: string
  /** Another one each time. */
  version: string
}

/** Kinds that this module writes itself. No event is ever emitted under the first two topics. */
export const OWN_MESSAGES: readonly MessageKind[] = [
  { name: COLLEAGUE, severity: 'info', topic: 'notifications.colleague-wrote', draft: () => null },
  { name: NOTICE, severity: 'notice', topic: 'notifications.notice-began', draft: () => null },
  {
    name: 'notifications.channelMoved',
    severity: 'warning',
    topic: CHANNEL_MOVED,
    compulsory: true,
    /** Immediately, to all others who may set channels: letters with codes now take another way. */
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
