import { computed, defineDictionary, defineResource, field, optional } from '@wattyard/resource'
import { DOWN_CAUSES, UP_CAUSES } from './adjustment.ts'
import { FLAG_KINDS } from './flag.ts'
import { FREEZE_CAUSE } from './freeze.ts'
import { MIX_RULES } from './wallet.ts'

/** How a member was registered. */
export const MEMBER_ORIGINS = ['app', 'card', 'staff', 'partner'] as const
/** `merged`: its money belongs to another account now; `anonymised`: its person asked to be forgotten. Both are ends. */
export const MEMBER_STATUSES = ['active', 'blocked', 'merged', 'anonymised'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** Reasons why a member may not charge at present. Each tenant can add its own. */
export const BLOCK_REASON = defineDictionary('members.blockReason', [
  'unpaid',
  'misuse',
  'cardLost',
  'ownRequest',
  'duplicate',
  'other',
])

/** Tags by which staff group members. Each tenant can add its own. */
export const MEMBER_GROUP = defineDictionary('members.group', ['fleet', 'regular', 'staff', 'test'])

/** A driver with a wallet. Only data needed for charging and billing is stored; name, phone and note are masked by role. */
export const member = defineResource({
  name: 'members.member',
  path: 'member/member',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: computed(field.code({ max: 20 })),
    name: field.text({ max: 50, privacy: 'personal' }),
    /** Set at creation, then changed by a command only, so that a masked phone is never saved back. */
    phone: optional(field.phone({ privacy: 'personal', fixed: true })),
    status: computed(field.oneOf(MEMBER_STATUSES)),
    blockedReason: computed(optional(field.choice(BLOCK_REASON))),
    origin: field.oneOf(MEMBER_ORIGINS, { initial: 'staff', fixed: true }),
    /** Part of the wallet that an order uses first. */
    mix: field.oneOf(MIX_RULES, { initial: 'gift-first' }),
    /** Amount by which a session may exceed the wallet when it starts. The excess becomes a receivable. */
    creditLimit: computed(field.money()),
    groups: field.choices(MEMBER_GROUP),
    note: optional(field.note({ max: 500 })),
    /** Rules whose flags are open; the records are `members.flag`. */
    flags: computed(field.tags({ values: FLAG_KINDS })),
    /** The account that has the money of this one now. */
    mergedInto: computed(optional(field.ref('members.member'))),
  },
  // The wallet, as the ledger has it, and what other modules know of the member.
  added: {
    /** Paid in and available. */
    principal: field.money(),
    /** Given and available. */
    gift: field.money(),
    /** On hold, of both kinds. */
    frozen: field.money(),
    /** What the next order can use. */
    available: field.money(),
    /** Still owed. */
    owed: field.money(),
    /** Paid in so far, without reversed top-ups. */
    topUps: field.money(),
    lastChargeAt: field.instant(),
  },
  list: {
    columns: [
      'code',
      'name',
      'phone',
      'status',
      'flags',
      'principal',
      'gift',
      'frozen',
      'available',
      'owed',
      'lastChargeAt',
      'topUps',
      'groups',
      'origin',
      'mix',
      'creditLimit',
      'createdAt',
    ],
    priority: [
      'name',
      'status',
      'phone',
      'available',
      'owed',
      'frozen',
      'flags',
      'principal',
      'gift',
      'lastChargeAt',
      'topUps',
      'code',
    ],
    filters: [
      'status',
      'flags',
      'origin',
      'groups',
      'available',
      'principal',
      'gift',
      'frozen',
      'owed',
      'topUps',
      'code',
      'name',
    ],
    sort: '-createdAt',
    sorts: ['available', 'principal', 'gift', 'frozen', 'owed', 'topUps'],
    totals: ['principal', 'gift', 'frozen', 'available', 'owed', 'topUps'],
    search: ['code', 'name'],
  },
  masked: { name: 'name', phone: 'phone', note: 'text' },
  form: [['name', 'phone'], ['origin', 'mix'], ['groups'], ['note']],
  label: 'name',
  choiceState: 'status',
  commands: {
    topUp: {
      on: 'one',
      input: {
        principal: field.money({ min: 0 }),
        gift: field.money({ min: 0, initial: '0' }),
        /** The channel that took the money; of those that take money by hand. */
        channel: field.ref('payments.channel', { only: { kind: ['bank', 'cash'], state: ['open'] } }),
        /** Number of the receipt or reference of the transfer. Cash without one takes a second person. */
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
    /** Sets the credit limit. From a tenant's limit on, a second person has to agree. */
    setCredit: {
      on: 'one',
      input: { creditLimit: field.money({ min: 0 }), reason: field.text({ max: 200 }) },
      confirm: true,
      keyed: true,
    },
    changePhone: { on: 'one', input: { phone: field.phone() } },
    /** Puts money on hold, all that is available where no amount is named. */
    freeze: {
      on: 'one',
      input: {
        amount: optional(field.money({ min: 0.01 })),
        cause: field.choice(FREEZE_CAUSE),
        until: field.businessDay(),
        reason: field.text({ max: 200 }),
      },
      keyed: true,
    },
    adjustUp: {
      on: 'one',
      input: {
        cause: field.oneOf(UP_CAUSES),
        amount: field.money({ min: 0.01 }),
        evidence: field.text({ max: 200 }),
        reason: field.text({ max: 200 }),
      },
      confirm: true,
      keyed: true,
    },
    adjustDown: {
      on: 'one',
      input: {
        cause: field.oneOf(DOWN_CAUSES),
        amount: field.money({ min: 0.01 }),
        evidence: field.text({ max: 200 }),
        reason: field.text({ max: 200 }),
      },
      confirm: true,
      keyed: true,
    },
    /** Ends this account: what it has moves into another one of the same person. */
    merge: {
      on: 'one',
      input: {
        into: field.ref('members.member', { only: { status: ['active', 'blocked'] } }),
        reason: field.text({ max: 200 }),
      },
      confirm: true,
      keyed: true,
    },
    /** Forgets the person of an account that owes and owns nothing. */
    anonymise: { on: 'one', input: { reason: field.text({ max: 200 }) }, confirm: true, keyed: true },
    block: { on: 'batch', input: { reason: field.choice(BLOCK_REASON) }, confirm: true },
    unblock: { on: 'batch' },
  },
})
