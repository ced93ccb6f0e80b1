import { computed, defineResource, field, optional } from '@wattyard/resource'
import { OUTSIDE_CHANNELS } from './channel.ts'

/**
 * `waiting` for its time · `sending` · `sent`: the provider accepted it · `local`: the channel is off and it stays in the outbox
 * · `failed` finally · `unclear`: it may have arrived and is not retried automatically · `needless`: read in the console before
 * sending · `cancelled` by a person.
 */
export const DELIVERY_STATES = [
  'waiting',
  'sending',
  'sent',
  'local',
  'failed',
  'unclear',
  'needless',
  'cancelled',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The outbox: one delivery to one person by one channel. */
export const delivery = defineResource({
  name: 'notifications.delivery',
  path: 'fwgl/notifyDelivery',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    channel: computed(field.oneOf(OUTSIDE_CHANNELS)),
    state: computed(field.oneOf(DELIVERY_STATES)),
    kind: computed(field.serial({ max: 80 })),
    person: computed(field.ref('identity.user')),
    /** Address of the recipient; known after the first attempt. */
    address: computed(optional(field.text({ max: 200, privacy: 'personal' }))),
    title: computed(optional(field.text({ max: 300, privacy: 'personal' }))),
    body: computed(optional(field.note({ max: 4000, privacy: 'personal' }))),
    /** Number of messages in the delivery. */
    messages: computed(field.integer()),
    attempts: computed(field.integer()),
    /** Earliest time of sending: after quiet hours, a pause after a failure, or the collection of a digest. */
    due: computed(field.instant()),
    sent: computed(optional(field.instant())),
    /** The provider's identifier. */
    receipt: computed(optional(field.text({ max: 200 }))),
    error: computed(optional(field.text({ max: 500 }))),
  },
  list: {
    columns: ['createdAt', 'channel', 'state', 'kind', 'person', 'address', 'title', 'attempts', 'due', 'error'],
    filters: ['channel', 'state', 'kind', 'person', 'createdAt'],
    sort: '-createdAt',
    sorts: ['due'],
  },
  texts: 'open',
  label: 'kind',
  commands: {
    retry: { on: 'batch', confirm: true },
    cancel: { on: 'batch', confirm: true },
  },
})
