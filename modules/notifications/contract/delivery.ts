import { computed, defineResource, field, optional } from '@wattyard/resource'
import { OUTSIDE_CHANNELS } from './channel.ts'

/**
 * `waiting` for its time · `sending` · `sent`: the provider took it · `local`: the channel is off, it stays in the outbox ·
 * `failed` for good · `unclear`: it may have arrived, and is not repeated by itself · `needless`: read in the console before
 * it left · `cancelled` by a person.
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

/** What leaves the product for one person by one way: the outbox. */
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
    /** Where to: known once it has been tried. */
    address: computed(optional(field.text({ max: 200, privacy: 'personal' }))),
    title: computed(optional(field.text({ max: 300, privacy: 'personal' }))),
    body: computed(optional(field.note({ max: 4000, privacy: 'personal' }))),
    /** How many messages it carries. */
    messages: computed(field.integer()),
    attempts: computed(field.integer()),
    /** Not before this moment: quiet hours, a pause after a failure, a digest that is gathered. */
    due: computed(field.instant()),
    sent: computed(optional(field.instant())),
    /** What the provider calls it. */
    receipt: computed(optional(field.text({ max: 200 }))),
    error: computed(optional(field.text({ max: 500 }))),
  },
  list: {
    columns: ['createdAt', 'channel', 'state', 'kind', 'person', 'address', 'title', 'attempts', 'due', 'error'],
    filters: ['channel', 'state', 'kind', 'person', 'createdAt'],
    sort: '-createdAt',
    sorts: ['due'],
  },
  label: 'kind',
  commands: {
    retry: { on: 'batch', confirm: true },
    cancel: { on: 'batch', confirm: true },
  },
})
