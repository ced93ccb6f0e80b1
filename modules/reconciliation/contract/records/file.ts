import { computed, defineResource, field, LONGEST_FILE_NAME, optional } from '@wattyard/resource'
import { FILE_FAULTS } from '../file-fault.ts'

/** Formats that are read without a description, as `protocols/payment-files` calls them. */
export const FILE_FORMATS = ['wechat-trade', 'wechat-funds', 'alipay-trade', 'mt940', 'camt053'] as const
export type KnownFormat = (typeof FILE_FORMATS)[number]

/**
 * - received: stored, not read yet
 * - sound: read, everything in it agrees; its rows are compared
 * - faulty: read, and not compared; findings say why
 * - withdrawn: taken out by a person; nothing of it is compared any more
 */
export const FILE_STATES = ['received', 'sound', 'faulty', 'withdrawn'] as const
export type FileState = (typeof FILE_STATES)[number]

/** A bill or an account statement of a channel, as its maker wrote it. Its bytes stay, and are never changed. */
export const file = defineResource({
  name: 'reconciliation.file',
  path: 'reconciliation/file',
  scope: 'wholeTenant',
  writes: 'crud',
  fields: {
    channel: field.ref('payments.channel', { only: { kind: ['wechat', 'alipay', 'bank'] }, fixed: true }),
    /** Found by the content where nobody says it. */
    format: optional(field.oneOf(FILE_FORMATS, { fixed: true })),
    /** The day of the bill, where nothing is known of it otherwise: a bill without rows names none. */
    day: optional(field.businessDay({ fixed: true })),
    /** Names those who paid. */
    content: field.file({ accept: ['records', 'gzip', 'zip'], megabytes: 20, fixed: true, privacy: 'personal' }),
    /** As its maker called it. */
    name: computed(field.text({ max: LONGEST_FILE_NAME })),
    state: computed(field.oneOf(FILE_STATES)),
    fault: computed(optional(field.oneOf(FILE_FAULTS))),
    /** Days that it is about, in the calendar of its channel. */
    firstDay: computed(optional(field.businessDay())),
    lastDay: computed(optional(field.businessDay())),
    rows: computed(optional(field.integer())),
    unread: computed(optional(field.integer())),
    /** Sums of its rows in the currency of the channel. */
    income: computed(optional(field.money())),
    expense: computed(optional(field.money())),
    fees: computed(optional(field.money())),
    /** Merchant or account that it names. */
    merchant: computed(optional(field.text({ max: 80 }))),
    /** SHA-256 of the bytes that were read, unpacked. */
    digest: computed(optional(field.text({ max: 64 }))),
    actor: computed(field.text()),
    reason: computed(optional(field.text({ max: 200 }))),
  },
  list: {
    columns: [
      'name',
      'firstDay',
      'lastDay',
      'channel',
      'format',
      'state',
      'fault',
      'rows',
      'income',
      'expense',
      'fees',
      'merchant',
      'unread',
      'digest',
      'actor',
      'createdAt',
      'reason',
    ],
    priority: [
      'name',
      'firstDay',
      'channel',
      'state',
      'rows',
      'income',
      'expense',
      'fault',
      'format',
      'createdAt',
      'actor',
    ],
    filters: ['channel', 'format', 'state', 'firstDay', 'createdAt'],
    sort: '-createdAt',
    sorts: ['firstDay', 'rows'],
  },
  form: [['channel'], ['content'], ['format', 'day']],
  label: 'name',
  commands: {
    /** Asks a channel for its bill of a day. */
    fetch: {
      on: 'none',
      input: {
        channel: field.ref('payments.channel', { only: { kind: ['wechat'] } }),
        day: field.businessDay(),
      },
    },
    withdraw: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
