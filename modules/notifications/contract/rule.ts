import { defineResource, field, optional } from '@wattyard/resource'
import { CHANNELS } from './channel.ts'
import { SEVERITIES } from './severity.ts'

/** A rule: recipients, channels and times of a kind of message. Empty lists of recipients mean everybody concerned. */
export const rule = defineResource({
  name: 'notifications.rule',
  path: 'fwgl/notifyRule',
  scope: 'shared',
  writes: 'crud',
  fields: {
    /** `module.word` of a kind that the product declares. */
    kind: field.serial({ max: 80 }),
    /** Starts with the inbox: a person who adds mail rarely wants to remove the inbox. */
    channels: field.tags({ values: CHANNELS, initial: ['console'] }),
    roleIds: optional(field.refs('identity.role', { max: 20 })),
    officeIds: optional(field.refs('identity.office', { max: 20 })),
    dutyIds: optional(field.refs('identity.duty', { max: 20 })),
    personIds: optional(field.refs('identity.user', { max: 50 })),
    minSeverity: field.oneOf(SEVERITIES, { initial: 'info' }),
    /** Times on the tenant's clock. Both are set or neither. */
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
