import { computed, defineResource, field, optional } from '@wattyard/resource'

/**
 * Rules that flag a member. A flag blocks nothing.
 *
 * - failedCodes: many payments by code that were asked for and not paid
 * - quickRefund: refunds asked for soon after a top-up
 * - samePhone: another account has the same phone, written otherwise
 * - oldDebt: a debt that is older than some days
 * - nearLimit: several top-ups of a day near the limit of one
 */
export const FLAG_KINDS = ['failedCodes', 'quickRefund', 'samePhone', 'oldDebt', 'nearLimit'] as const
export type FlagKind = (typeof FLAG_KINDS)[number]
/** `over`: the rule no longer finds it. */
export const FLAG_STATES = ['open', 'dismissed', 'over'] as const

/** Thresholds of the rules; each company has its own. Amounts in fen. */
// An alias, because it is stored as JSON, which no interface is.
export type RiskRules = {
  /** Codes not paid within these days. */
  readonly failedCodes: { readonly count: number; readonly days: number }
  /** Refunds asked for within `hours` of a top-up, in the last days. */
  readonly quickRefund: { readonly count: number; readonly hours: number; readonly days: number }
  /** A debt older than these days. */
  readonly oldDebt: { readonly days: number }
  /** Top-ups of one day of at least `share` per cent of the limit, in the last days. */
  readonly nearLimit: {
    readonly limit_fen: number
    readonly share: number
    readonly count: number
    readonly days: number
  }
}

/** 1,000.00 is the most that an unnamed prepaid card may hold (国办发〔2011〕25号), so several payments near it may be one that was divided. */
export const INITIAL_RISK_RULES: RiskRules = {
  failedCodes: { count: 5, days: 7 },
  quickRefund: { count: 2, hours: 72, days: 30 },
  oldDebt: { days: 30 },
  nearLimit: { limit_fen: 100_000, share: 80, count: 3, days: 30 },
}
export const RISK_RULES_SETTING = 'members.riskRules'

/** What a rule found about a member, with its evidence and its date. */
export const flag = defineResource({
  name: 'members.flag',
  path: 'member/flag',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    member: computed(field.ref('members.member')),
    kind: computed(field.oneOf(FLAG_KINDS)),
    state: computed(field.oneOf(FLAG_STATES)),
    /** Cases that were found. */
    count: computed(field.integer()),
    /** Money that they are about. */
    amount: computed(optional(field.money())),
    since: computed(field.instant()),
    /** Days of the rule by which it was found. */
    days: computed(field.integer()),
    decidedBy: computed(optional(field.text())),
    decidedAt: computed(optional(field.instant())),
    reason: computed(optional(field.text({ max: 200 }))),
  },
  list: {
    columns: [
      'member',
      'kind',
      'state',
      'count',
      'amount',
      'since',
      'days',
      'createdAt',
      'decidedBy',
      'decidedAt',
      'reason',
    ],
    priority: ['member', 'kind', 'state', 'count', 'amount', 'since', 'createdAt', 'decidedBy', 'reason'],
    filters: ['kind', 'state', 'member', 'createdAt'],
    sort: '-createdAt',
  },
  label: 'kind',
  commands: {
    dismiss: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
  },
})
