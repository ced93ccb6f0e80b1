import { OPERATORS } from '@wattyard/identity/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'

/**
 * `waiting` for a second person · `approved`: the command ran · `rejected` by the second person · `withdrawn` by the requester ·
 * `expired` without a decision · `outdated`: its record was changed, so nobody can decide on it any more.
 */
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated'] as const

/**
 * Why a command waits: it reaches its own limit; it is of a kind that `always` waits (all kinds that move no money); or it
 * reaches a limit together with amounts that one person moved without a second one, for the same member or company, by the
 * same person, or both, in 24 hours or 30 days.
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
  'companyDay',
] as const
export type ApprovalReason = (typeof APPROVAL_REASONS)[number]

/** Returns the word for what was done instead of a request on a record of a definition. */
export function wordOfInstead(resource: string, instead: string): string {
  if (instead === 'update' || instead === 'delete') return `platform.approvals.did.${instead}`
  return instead.includes('.') ? instead : `${resource}.${instead}`
}

/**
 * A requested command that another person has to approve before it runs. People without the permission for everybody's requests
 * see only their own.
 */
export const approval = defineResource({
  name: 'platform.approval',
  path: 'platform/approval',
  scope: { operator: 'operator', station: 'station', owner: 'asker' },
  // What waits for a person's word is reached from every page, and most of it concerns no single station.
  stations: 'notNarrowed',
  writes: 'commands-only',
  fields: {
    /** Definition and command, such as `charging.order` and `refund`. */
    resource: computed(field.serial({ max: 100 })),
    command: computed(field.serial({ max: 60 })),
    /** Id of the record that the command is for, and its label. */
    record: computed(field.serial({ max: 60 })),
    subject: computed(field.text({ max: 200 })),
    /** Amount that would move; empty for commands that move no money. */
    amount: computed(optional(field.money())),
    because: computed(field.oneOf(APPROVAL_REASONS)),
    reason: computed(optional(field.text({ max: 500 }))),
    /** The command's input in wire form, frozen. */
    input: computed(field.json()),
    state: computed(field.oneOf(APPROVAL_STATES)),
    operator: computed(optional(field.ref('identity.office', { only: OPERATORS }))),
    station: computed(optional(field.ref('assets.station'))),
    asker: computed(field.ref('identity.user')),
    askedBy: computed(field.text({ privacy: 'personal' })),
    expiresAt: computed(field.instant()),
    decider: computed(optional(field.ref('identity.user'))),
    decidedBy: computed(optional(field.text({ privacy: 'personal' }))),
    decidedAt: computed(optional(field.instant())),
    /** Reason of the decision, or of the command that was run instead. */
    note: computed(optional(field.text({ max: 200 }))),
    /**
     * What somebody did instead, and which ended the request: a command of the same definition, `update`, `delete`, or
     * `<definition>.<command>` of another one.
     */
    instead: computed(optional(field.serial({ max: 60 }))),
    /** Answer of the command after it ran. */
    answer: computed(optional(field.json())),
  },
  list: {
    columns: ['createdAt', 'command', 'subject', 'amount', 'reason', 'askedBy', 'state', 'expiresAt', 'decidedBy'],
    filters: ['state', 'resource', 'record', 'station', 'operator', 'asker'],
    sort: '-createdAt',
  },
  label: 'subject',
  // Reasons and notes are among the inputs as well.
  masked: { input: 'json', answer: 'json' },
  commands: {
    /** Runs the command as it was asked for. */
    approve: { on: 'one', keyed: true, confirm: true, input: { note: optional(field.text({ max: 200 })) } },
    reject: { on: 'one', input: { reason: field.text({ max: 200 }) } },
    /** Withdrawal by the requester. */
    withdraw: { on: 'one', confirm: true },
  },
})
