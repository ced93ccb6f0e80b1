import { computed, defineResource, field, optional } from '@wattyard/resource'

/**
 * `waiting` for a second person · `approved`: the command ran · `rejected` by the second person · `withdrawn` by whoever
 * asked · `expired` undecided · `outdated`: its record changed and somebody asked anew.
 */
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated'] as const

/**
 * Why a command waits: it reaches its own limit, is of a kind that `always` waits (all that move no money), or reaches it together with what was moved
 * on one person's word for the same member or by the same person, in 24 hours or 30 days.
 */
export const APPROVAL_REASONS = [
  'limit',
  'always',
  'memberDay',
  'memberMonth',
  'personDay',
  'personMonth',
  'paidInMember',
  'paidInPerson',
] as const
export type ApprovalReason = (typeof APPROVAL_REASONS)[number]

/** A command that somebody asked for and that another person has to agree to before it runs. Who does not see everybody's sees what they asked for themselves. */
export const approval = defineResource({
  name: 'platform.approval',
  path: 'platform/approval',
  scope: { operator: 'operator', station: 'station', owner: 'asker' },
  writes: 'commands-only',
  fields: {
    /** Definition and command, such as `charging.order` and `refund`. */
    resource: computed(field.serial({ max: 100 })),
    command: computed(field.serial({ max: 60 })),
    /** Id of the record it is to run on, and what people call it. */
    record: computed(field.serial({ max: 60 })),
    subject: computed(field.text({ max: 200 })),
    /** What would move; nothing where a command moves no money. */
    amount: computed(optional(field.money())),
    because: computed(field.oneOf(APPROVAL_REASONS)),
    reason: computed(optional(field.text({ max: 500 }))),
    /** The command's input in wire form, frozen. */
    input: computed(field.json()),
    state: computed(field.oneOf(APPROVAL_STATES)),
    operator: computed(optional(field.ref('identity.office'))),
    station: computed(optional(field.ref('assets.station'))),
    asker: computed(field.ref('identity.user')),
    askedBy: computed(field.text({ privacy: 'personal' })),
    expiresAt: computed(field.instant()),
    decider: computed(optional(field.ref('identity.user'))),
    decidedBy: computed(optional(field.text({ privacy: 'personal' }))),
    decidedAt: computed(optional(field.instant())),
    note: computed(optional(field.text({ max: 200 }))),
    /** What the command answered when it ran. */
    answer: computed(optional(field.json())),
  },
  list: {
    columns: ['createdAt', 'command', 'subject', 'amount', 'reason', 'askedBy', 'state', 'expiresAt', 'decidedBy'],
    filters: ['state', 'resource', 'record', 'station', 'operator', 'asker'],
    sort: '-createdAt',
  },
  label: 'subject',
  commands: {
    /** Runs the command as it was asked for. */
    approve: { on: 'one', keyed: true, confirm: true, input: { note: optional(field.text({ max: 200 })) } },
    reject: { on: 'one', input: { reason: field.text({ max: 200 }) } },
    /** Whoever asked thinks better of it. */
    withdraw: { on: 'one', confirm: true },
  },
})
