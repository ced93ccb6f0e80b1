import { OPERATORS } from '@wattyard/identity/contract'
import { pile } from '@wattyard/assets/contract'
import { member } from '@wattyard/members/contract'
import { computed, defineResource, field, optional, worded } from '@wattyard/resource'
import { CONFIDENCES } from './energy/energy-rules.ts'
import { CLOSE_REASONS } from './close-reason.ts'
import { ORDER_STATES } from './order-table.ts'

export const START_METHODS = ['tag', 'remote', 'vin', 'offline-tag', 'unknown'] as const

/** Largest energy that a person may enter for one order, in kWh: far above any vehicle, below a number in the wrong field. */
const MAX_ORDER_KWH = 10_000

/**
 * A charge order: the bill of one session, with the session's id. Every change is a named command or comes from the pile's facts;
 * orders are never edited.
 */
export const order = defineResource({
  name: 'charging.order',
  path: 'charging/order',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    orderNo: computed(field.serial()),
    operator: computed(field.ref('identity.office', { only: OPERATORS })),
    station: computed(field.ref('assets.station')),
    pile: computed(field.ref('assets.pile')),
    connectorNumber: computed(field.integer()),
    transactionId: computed(optional(field.text())),
    member: computed(optional(field.ref('members.member'))),
    tag: computed(optional(field.serial({ privacy: 'personal' }))),
    startMethod: computed(field.oneOf(START_METHODS)),
    state: computed(field.oneOf(ORDER_STATES)),
    startedAt: computed(field.instant()),
    endedAt: computed(optional(field.instant())),
    lastFactAt: computed(field.instant()),
    meterStart: computed(optional(field.energy())),
    meterStop: computed(optional(field.energy())),
    energy: computed(optional(field.energy())),
    liveEnergy: computed(optional(field.energy())),
    livePower: computed(optional(field.power())),
    liveSoc: computed(optional(field.percent())),
    maxPower: computed(optional(field.power())),
    /** Rated power of the pile at the start of the session, used to check its energy. */
    ratedPower: computed(optional(field.power())),
    /** Register that the connector's meter had reached before. */
    registerBefore: computed(optional(field.energy())),
    socStart: computed(optional(field.percent())),
    energyMethod: computed(optional(worded(field.text(), 'charging.energyRule'))),
    confidence: computed(optional(field.oneOf(CONFIDENCES))),
    flags: computed(worded(field.tags(), 'charging.energyRule')),
    priceVersion: computed(optional(field.ref('pricing.version'))),
    priceHash: computed(optional(field.text())),
    electricity: computed(field.money()),
    service: computed(field.money()),
    discount: computed(field.money()),
    total: computed(field.money()),
    paidPrincipal: computed(field.money()),
    paidGift: computed(field.money()),
    receivable: computed(field.money()),
    refunded: computed(field.money()),
    estimate: computed(optional(field.money())),
    stopReason: computed(optional(field.text())),
    /** Why it was closed without a charge. */
    closeReason: computed(optional(field.oneOf(CLOSE_REASONS))),
    /** What was asked for while it ran, and waits for its end. */
    wish: computed(optional(field.oneOf(['cancel', 'refund']))),
    settledAt: computed(optional(field.instant())),
    bookedOn: computed(optional(field.businessDay())),
  },
  added: {
    /** What is still owed of `receivable`: later top-ups pay debts, which only the wallet knows. */
    openDebt: field.money(),
  },
  list: {
    columns: [
      'orderNo',
      'state',
      'station',
      'pile',
      'connectorNumber',
      'startedAt',
      'energy',
      'total',
      'endedAt',
      'electricity',
      'service',
      'member',
    ],
    priority: ['orderNo', 'state', 'station', 'startedAt', 'energy', 'total', 'pile', 'endedAt', 'connectorNumber'],
    // Numbers, members and cards come last: the search finds them.
    filters: [
      'state',
      'startedAt',
      'station',
      'operator',
      'pile',
      'bookedOn',
      'total',
      'energy',
      'wish',
      'orderNo',
      'member',
      'tag',
    ],
    find: { numbers: ['orderNo', 'tag'], through: { member, pile } },
    sort: '-startedAt',
    sorts: ['startedAt', 'total', 'energy'],
    totals: ['energy', 'total', 'electricity', 'service'],
    // Before its bill an order has energy and no amount.
    totalled: { state: ['settled'] },
  },
  // Orders have no form; the groups are those of the detail.
  form: [
    {
      group: 'session',
      rows: [
        ['orderNo', 'transactionId', 'startMethod'],
        ['startedAt', 'endedAt', 'lastFactAt'],
        ['stopReason', 'closeReason', 'wish'],
        ['operator', 'station', 'pile', 'connectorNumber'],
      ],
    },
    { group: 'payer', rows: [['member', 'tag']] },
    {
      group: 'energy',
      rows: [
        ['energy', 'liveEnergy', 'energyMethod'],
        ['meterStart', 'meterStop', 'registerBefore'],
        ['confidence', 'flags', 'estimate'],
      ],
    },
    {
      group: 'power',
      rows: [
        ['livePower', 'maxPower', 'ratedPower'],
        ['socStart', 'liveSoc'],
      ],
    },
    {
      group: 'amounts',
      rows: [
        ['electricity', 'service', 'discount', 'total'],
        ['paidPrincipal', 'paidGift', 'receivable', 'refunded'],
        ['priceVersion', 'priceHash'],
        ['settledAt', 'bookedOn'],
      ],
    },
  ],
  masked: { tag: 'card' },
  readings: {
    // The last state of charge that was told: of an ended order that at its end.
    liveSoc: { once: { field: 'endedAt', called: 'socAtEnd' } },
    priceHash: { first: 12 },
  },
  label: 'orderNo',
  unique: [['orderNo']],
  sheets: ['receipt'],
  commands: {
    stop: { on: 'one', confirm: true, keyed: true },
    refund: {
      on: 'one',
      keyed: true,
      /** Of money that was paid: an order that runs, or that nobody paid, has none. */
      input: { amount: field.money({ min: 0.01 }), reason: field.text() },
    },
    settleByHand: {
      on: 'one',
      keyed: true,
      input: { energy: field.energy({ min: 0, max: MAX_ORDER_KWH }), reason: field.text() },
    },
    acceptEstimate: { on: 'one', keyed: true, input: { reason: field.text() } },
    waive: { on: 'one', keyed: true, input: { reason: field.text() } },
    /** Assigns the session to a member. */
    assignMember: { on: 'one', keyed: true, input: { member: field.ref('members.member'), reason: field.text() } },
    /** Enters start and end where the pile's clock was wrong. */
    enterTimes: {
      on: 'one',
      keyed: true,
      input: {
        fromAt: field.instant(),
        toAt: field.instant(),
        energy: optional(field.energy({ min: 0, max: MAX_ORDER_KWH })),
        reason: field.text(),
      },
    },
  },
})
