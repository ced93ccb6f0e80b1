import { computed, defineDictionary, defineResource, field, optional } from '@wattyard/resource'
import { MIX_RULES } from './wallet.ts'

/** Where a member came from. */
export const MEMBER_ORIGINS = ['app', 'card', 'staff', 'partner'] as const
export const MEMBER_STATUSES = ['active', 'blocked'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** How money paid in by staff arrived. */
export const TOP_UP_CHANNELS = ['wechat', 'alipay', 'bank', 'cash'] as const
export type TopUpChannel = (typeof TOP_UP_CHANNELS)[number]

/** Why a member may not charge for now; each tenant has its own reasons besides these. */
export const BLOCK_REASON = defineDictionary('members.blockReason', [
  'unpaid',
  'misuse',
  'cardLost',
  'ownRequest',
  'duplicate',
  'other',
])

/** A driver with a wallet. Only what charging and its bill need is kept; the phone leaves the server masked. */
export const member = defineResource({
  name: 'members.member',
  path: 'member/member',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: computed(field.code({ max: 20 })),
    name: field.text({ max: 50, privacy: 'personal' }),
    /** Set at creation, changed by a command: a masked phone must never be saved back. */
    phone: optional(field.phone({ privacy: 'personal', fixed: true })),
    status: computed(field.oneOf(MEMBER_STATUSES)),
    blockedReason: computed(optional(field.choice(BLOCK_REASON))),
    origin: field.oneOf(MEMBER_ORIGINS, { initial: 'staff', fixed: true }),
    /** Which part of the wallet an order uses first. */
    mix: field.oneOf(MIX_RULES, { initial: 'gift-first' }),
    /** Up to this much a session may start beyond the wallet; the rest becomes a receivable. */
    creditLimit: computed(field.money()),
    note: optional(field.note({ max: 500 })),
  },
  list: {
    columns: ['code', 'name', 'phone', 'status', 'origin', 'mix', 'creditLimit', 'createdAt'],
    filters: ['code', 'name', 'status', 'origin'],
    sort: '-createdAt',
    search: ['code', 'name'],
  },
  masked: ['phone'],
  form: [['name', 'phone'], ['origin', 'mix'], ['note']],
  label: 'name',
  commands: {
    topUp: {
      on: 'one',
      input: {
        principal: field.money(),
        gift: field.money({ initial: '0' }),
        channel: field.oneOf(TOP_UP_CHANNELS),
        /** Number of the receipt that was given for cash; without one a second person has to agree. */
        receipt: optional(field.text({ max: 40 })),
        reason: optional(field.text({ max: 200 })),
      },
      confirm: true,
      keyed: true,
    },
    refundWallet: {
      on: 'one',
      input: { amount: field.money({ min: 0.01 }), reason: field.text({ max: 200 }) },
      confirm: true,
      keyed: true,
    },
    /** Credit is money on somebody's word: a second person agrees from a limit on. */
    setCredit: {
      on: 'one',
      input: { creditLimit: field.money({ min: 0 }), reason: field.text({ max: 200 }) },
      confirm: true,
      keyed: true,
    },
    changePhone: { on: 'one', input: { phone: field.phone() } },
    block: { on: 'batch', input: { reason: field.choice(BLOCK_REASON) }, confirm: true },
    unblock: { on: 'batch' },
  },
})
