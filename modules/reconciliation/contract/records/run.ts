import { computed, defineResource, field } from '@wattyard/resource'

/** One comparison of a channel's days. The same items give the same answer, whoever asks and however often. */
export const run = defineResource({
  name: 'reconciliation.run',
  path: 'reconciliation/run',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    channel: computed(field.ref('payments.channel')),
    firstDay: computed(field.businessDay()),
    lastDay: computed(field.businessDay()),
    /** Movements by what became of them. */
    matched: computed(field.integer()),
    waiting: computed(field.integer()),
    differences: computed(field.integer()),
    surplus: computed(field.money()),
    shortage: computed(field.money()),
    /** So much was left that nobody looked for sums and resemblances: most likely a wrong file. */
    flooded: computed(field.boolean()),
    /** Outcomes that this run told anew, and those that it took away. */
    added: computed(field.integer()),
    removed: computed(field.integer()),
    /** Digest of all that it told: equal answers have equal ones. */
    answer: computed(field.text({ max: 64 })),
    actor: computed(field.text()),
  },
  list: {
    columns: [
      'createdAt',
      'channel',
      'firstDay',
      'lastDay',
      'matched',
      'waiting',
      'differences',
      'surplus',
      'shortage',
      'flooded',
      'added',
      'removed',
      'answer',
      'actor',
    ],
    priority: ['createdAt', 'channel', 'firstDay', 'lastDay', 'differences', 'surplus', 'shortage', 'matched', 'actor'],
    filters: ['channel', 'firstDay', 'createdAt'],
    sort: '-createdAt',
  },
  label: 'firstDay',
  commands: {
    /** Says that no file of some days will come, and why: they hold up nothing, and what is open of them stays open. */
    waive: {
      on: 'none',
      confirm: true,
      input: {
        channel: field.ref('payments.channel', { only: { kind: ['wechat', 'alipay', 'bank'] } }),
        firstDay: field.businessDay(),
        lastDay: field.businessDay(),
        reason: field.text({ max: 200 }),
      },
    },
    /** Takes it back. */
    unwaive: {
      on: 'none',
      confirm: true,
      input: {
        channel: field.ref('payments.channel', { only: { kind: ['wechat', 'alipay', 'bank'] } }),
        firstDay: field.businessDay(),
        lastDay: field.businessDay(),
      },
    },
    /** Compares days of a channel anew. */
    compare: {
      on: 'none',
      input: {
        channel: field.ref('payments.channel', { only: { kind: ['wechat', 'alipay', 'bank'] } }),
        firstDay: field.businessDay(),
        lastDay: field.businessDay(),
      },
    },
  },
})
