import { defineResource, field, optional } from '@wattyard/resource'
import { CHANNELS } from './channel.ts'
import { SEVERITIES } from './severity.ts'

/** Who gets a kind of message, by which ways and when. What is empty of whom means everybody whom the message concerns. */
export const rule = defineResource({
  name: 'notifications.rule',
  path: 'fwgl/notifyRule',
  scope: 'shared',
  writes: 'crud',
  fields: {
    /** `module.word` of a kind that the product knows. */
    kind: field.serial({ max: 80 }),
    /** Begins with the inbox: who adds mail to what people get hardly means to take the inbox away. */
    channels: field.tags({ values: CHANNELS, initial: ['console'] }),
    roleIds: optional(field.refs('identity.role', { max: 20 })),
    officeIds: optional(field.refs('identity.office', { max: 20 })),
    dutyIds: optional(field.refs('identity.duty', { max: 20 })),
    personIds: optional(field.refs('identity.user', { max: 50 })),
    minSeverity: field.oneOf(SEVERITIES, { initial: 'info' }),
    /** On the tenant's clock; both or none. */
    quietFrom: optional(field.timeOfDay()),
    quietTo: optional(field.timeOfDay()),
    compulsory: field.boolean({ initial: false }),
    active: field.boolean({ initial: true }),
  },
  list: {
    columns: [
      'kind',
      'channels',
      'roleIds',
      'officeIds',
      'dutyIds',
      'personIds',
      'minSeverity',
      'quietFrom',
      'quietTo',
      'compulsory',
      'active',
    ],
    filters: ['kind', 'active', 'compulsory'],
    sort: 'kind',
  },
  form: [
    ['kind', 'minSeverity'],
    ['channels'],
    ['roleIds', 'officeIds'],
    ['dutyIds', 'personIds'],
    ['quietFrom', 'quietTo'],
    ['compulsory', 'active'],
  ],
  label: 'kind',
})
