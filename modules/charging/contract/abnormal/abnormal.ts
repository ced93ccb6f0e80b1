import { computed, defineResource, field, optional } from '@wattyard/resource'

export const ABNORMAL_STATES = ['open', 'handled', 'dismissed'] as const

/** A finding of a rule about an order: the reason, the evidence and the possible remedies. */
export const abnormal = defineResource({
  name: 'charging.abnormal',
  path: 'charging/abnormal',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    order: computed(field.ref('charging.order')),
    operator: computed(field.ref('identity.office')),
    station: computed(field.ref('assets.station')),
    pile: computed(field.ref('assets.pile')),
    member: computed(optional(field.ref('members.member'))),
    rule: computed(field.code()),
    code: computed(field.serial()),
    kind: computed(field.oneOf(['session', 'meter', 'price', 'payment', 'conduct', 'station'])),
    severity: computed(field.oneOf(['notice', 'warning', 'critical'])),
    blocks: computed(field.boolean()),
    evidence: computed(field.json()),
    remedies: computed(field.tags()),
    state: computed(field.oneOf(ABNORMAL_STATES)),
    estimate: computed(optional(field.money())),
    closedAt: computed(optional(field.instant())),
    closedBy: computed(optional(field.text())),
    note: computed(optional(field.note())),
  },
  list: {
    columns: ['order', 'code', 'severity', 'station', 'pile', 'estimate', 'state', 'createdAt'],
    filters: ['state', 'code', 'kind', 'severity', 'station', 'operator', 'pile', 'order'],
    sort: '-createdAt',
  },
  masked: { evidence: 'json' },
  label: 'code',
  commands: {
    handle: { on: 'batch', input: { note: field.note() } },
    dismiss: { on: 'batch', input: { note: field.note() } },
  },
})
