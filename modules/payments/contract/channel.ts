import { computed, defineResource, field, optional } from '@wattyard/resource'

export const CHANNEL_KINDS = ['wechat', 'alipay', 'bank', 'cash'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** Kinds whose payments a person enters: the money is seen by a person, and nobody else says that it came. */
export const HAND_KINDS = ['bank', 'cash'] as const satisfies readonly ChannelKind[]

/**
 * - off: nothing can be paid
 * - open: takes payments
 * - paused: takes none for the time being
 */
export const CHANNEL_STATES = ['off', 'open', 'paused'] as const
export type ChannelState = (typeof CHANNEL_STATES)[number]

/**
 * How the money of a merchant comes to its bank account.
 *
 * - daily: the channel transfers what a day came to, without its fees, on the next
 * - payouts: somebody withdraws it, and the fund-flow bill tells when
 */
export const SETTLEMENTS = ['daily', 'payouts'] as const
export type SettlementMode = (typeof SETTLEMENTS)[number]

/** Kinds that are asked and that tell by themselves what was paid. */
export const ASKED_KINDS = ['wechat'] as const satisfies readonly ChannelKind[]
export type AskedKind = (typeof ASKED_KINDS)[number]

/** Returns whether a kind of channel is asked by us, once it has keys. */
export const isAsked = (kind: ChannelKind): kind is AskedKind => ASKED_KINDS.some(one => one === kind)

/** Returns whether people enter the payments of this kind of channel. */
export const isByHand = (kind: ChannelKind): boolean => HAND_KINDS.some(one => one === kind)

/** A way by which money comes in: a merchant account of WeChat Pay or Alipay, a bank account, a cash desk. */
export const channel = defineResource({
  name: 'payments.channel',
  path: 'payments/channel',
  scope: 'wholeTenant',
  writes: 'crud',
  fields: {
    code: field.code({ max: 20 }),
    name: field.text({ max: 50 }),
    kind: field.oneOf(CHANNEL_KINDS, { fixed: true }),
    state: computed(field.oneOf(CHANNEL_STATES)),
    /** Number of the merchant at the channel, and of the app that its payers use. */
    merchantNo: optional(field.serial({ max: 32 })),
    appNo: optional(field.serial({ max: 32 })),
    /** Of a bank account: its number, which files of it name. */
    accountNo: optional(field.serial({ max: 40 })),
    /** Of a merchant: the bank account to which its money is paid out, and how. */
    settlesTo: optional(field.ref('payments.channel', { only: { kind: ['bank'] } })),
    settles: optional(field.oneOf(SETTLEMENTS)),
    /** When its keys were entered; none of a channel that nothing can be asked of. */
    keysAt: computed(optional(field.instant())),
    note: optional(field.note({ max: 200 })),
  },
  added: {
    /** Since when its keys do not open, because the installation lost its own: they have to be entered again. Null while they open. */
    keysLostAt: optional(field.instant()),
  },
  list: {
    columns: [
      'code',
      'name',
      'kind',
      'state',
      'merchantNo',
      'appNo',
      'accountNo',
      'settlesTo',
      'settles',
      'keysAt',
      'note',
      'createdAt',
    ],
    filters: ['kind', 'state'],
    sort: 'code',
    search: ['code', 'name'],
  },
  form: [['code', 'name'], ['kind'], ['merchantNo', 'appNo'], ['accountNo'], ['settlesTo', 'settles'], ['note']],
  /** Who opens channels sees whole numbers of accounts. */
  masked: { accountNo: 'card' },
  maskedFor: 'readers',
  label: 'name',
  unique: [['code']],
  commands: {
    open: { on: 'one', confirm: true },
    pause: { on: 'one', confirm: true },
    /** Enters the keys of the merchant, as its platform gives them out; all of them each time (decision 414). */
    connect: {
      on: 'one',
      input: {
        /** Serial of the certificate that belongs to the private key. */
        serial: field.serial({ max: 64 }),
        // As wide as may be: what is no key is told of all of them together, by what each has to be.
        privateKey: field.secret({ min: 1, max: 4_000 }),
        apiV3Key: field.secret({ min: 1, max: 200 }),
        /** Of merchants that verify by a public key of the platform; without it its certificates are fetched. */
        publicKeyId: optional(field.serial({ max: 64 })),
        publicKey: optional(field.note({ max: 2_000 })),
      },
    },
  },
})
