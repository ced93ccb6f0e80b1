import { computed, defineResource, field, LONGEST_FILE_NAME, optional } from '@wattyard/resource'
import { FILE_FAULTS } from '../file-fault.ts'

/** Formats that are read without a description, as `protocols/payment-files` calls them. */
export const KNOWN_FORMATS = ['wechat-trade', 'wechat-funds', 'alipay-trade', 'mt940', 'camt053'] as const
export type KnownFormat = (typeof KNOWN_FORMATS)[number]
/** What a file may be in: a known format, or one that a person described. */
export const FILE_FORMATS = [...KNOWN_FORMATS, 'described'] as const

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
    format: optional(field.oneOf(FILE_FORMATS, { fixed: true, reserved: ['described'] })),
    /** The description that it is read by: chosen by a person, or the only one that fits its head. It keeps it for good. */
    mapping: optional(field.ref('reconciliation.mapping', { only: { state: ['current'] }, fixed: true })),
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
      'mapping',
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
    filters: ['channel', 'format', 'mapping', 'state', 'firstDay', 'createdAt'],
    sort: '-createdAt',
    sorts: ['firstDay', 'rows'],
  },
  form: [['channel'], ['content'], ['format', 'mapping'], ['day']],
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
    /** Reads a file that could not be read once more: its format was described, its day is known now, the channel was corrected. */
    readAgain: {
      on: 'one',
      input: {
        mapping: optional(field.ref('reconciliation.mapping', { only: { state: ['current'] } })),
        day: optional(field.businessDay()),
      },
    },
    withdraw: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
