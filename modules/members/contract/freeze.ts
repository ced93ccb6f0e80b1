import { computed, defineDictionary, defineResource, field, optional } from '@wattyard/resource'

/** Why staff put money on hold. Each tenant can add its own. */
export const FREEZE_CAUSE = defineDictionary('members.freezeCause', [
  'investigation',
  'court',
  'dispute',
  'fraud',
  'other',
])

export const FREEZE_STATES = ['open', 'released'] as const

/**
 * Money of a member that staff put on hold: it pays nothing and is not refunded. A person releases it, also after its end, which is the day
 * on which somebody has to look (decision 424).
 */
export const freeze = defineResource({
  name: 'members.freeze',
  path: 'member/freeze',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    number: computed(field.serial()),
    member: computed(field.ref('members.member')),
    state: computed(field.oneOf(FREEZE_STATES)),
    cause: computed(field.choice(FREEZE_CAUSE)),
    principal: computed(field.money()),
    gift: computed(field.money()),
    total: computed(field.money()),
    until: computed(field.businessDay()),
    reason: computed(field.text({ max: 200 })),
    placedBy: computed(field.text()),
    releasedBy: computed(optional(field.text())),
    releasedAt: computed(optional(field.instant())),
    releaseReason: computed(optional(field.text({ max: 200 }))),
  },
  list: {
    columns: [
      'number',
      'state',
      'member',
      'cause',
      'total',
      'principal',
      'gift',
      'until',
      'reason',
      'placedBy',
      'createdAt',
      'releasedBy',
      'releasedAt',
      'releaseReason',
    ],
    priority: ['member', 'state', 'total', 'cause', 'until', 'reason', 'placedBy', 'createdAt', 'number'],
    filters: ['state', 'cause', 'member', 'until', 'createdAt', 'number'],
    sort: '-createdAt',
    sorts: ['until'],
    totals: ['total', 'principal', 'gift'],
    // What was released holds nothing any more.
    totalled: { state: ['open'] },
    search: ['number'],
  },
  label: 'number',
  unique: [['number']],
  commands: {
    release: { on: 'one', keyed: true, confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
