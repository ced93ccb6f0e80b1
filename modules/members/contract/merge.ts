import { computed, defineResource, field } from '@wattyard/resource'

/** A merge of two accounts of one person: everything of the one went to the other, and nothing undoes it (decision 424). */
export const merge = defineResource({
  name: 'members.merge',
  path: 'member/merge',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    /** Numbers of both accounts, which name nobody: `M00000004 → M00000032`. */
    number: computed(field.text({ max: 60 })),
    from: computed(field.ref('members.member')),
    into: computed(field.ref('members.member')),
    principal: computed(field.money()),
    gift: computed(field.money()),
    owed: computed(field.money()),
    reason: computed(field.text({ max: 200 })),
    actor: computed(field.text()),
  },
  list: {
    columns: ['number', 'from', 'into', 'principal', 'gift', 'owed', 'reason', 'actor', 'createdAt'],
    filters: ['from', 'into', 'createdAt'],
    sort: '-createdAt',
  },
  label: 'number',
  commands: {},
})
