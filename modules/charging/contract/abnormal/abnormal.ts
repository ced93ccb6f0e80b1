import { OPERATORS } from '@wattyard/identity/contract'
import { computed, defineResource, field, inner, optional } from '@wattyard/resource'
import { SEVERITIES } from './abnormal-rule.ts'

export const ABNORMAL_STATES = ['open', 'handled', 'dismissed'] as const

/** Severities of what needs a person's decision; orders with notices alone are listed apart. */
export const DECIDED_SEVERITIES = ['critical', 'warning'] as const

/**
 * An order with findings: one record per order, with the order's id. Rule, code, kind and severity are those of its worst open
 * finding, or of the worst of all when none is open. The findings themselves come with the record.
 */
export const abnormal = defineResource({
  name: 'charging.abnormal',
  path: 'charging/abnormal',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    orderNo: computed(field.serial()),
    /** Its name is the order's number again; filters and links name it. */
    order: inner(computed(field.ref('charging.order'))),
    operator: computed(field.ref('identity.office', { only: OPERATORS })),
    station: computed(field.ref('assets.station')),
    pile: computed(field.ref('assets.pile')),
    member: computed(optional(field.ref('members.member'))),
    rule: computed(field.code()),
    code: computed(field.serial()),
    kind: computed(field.oneOf(['session', 'meter', 'price', 'payment', 'conduct', 'station'])),
    severity: computed(field.oneOf(SEVERITIES)),
    /** An open finding keeps the order from being settled. */
    blocks: computed(field.boolean()),
    openFindings: computed(field.integer()),
    /** Time of the oldest open finding. */
    since: computed(field.instant()),
    /** When the order ended; of one that runs, its last message when the findings last changed. */
    orderEndedAt: computed(optional(field.instant())),
    /** Rank of the severity, then `since`: sorts the worst first, then the oldest. */
    urgency: inner(computed(field.code({ max: 40 }))),
    state: computed(field.oneOf(ABNORMAL_STATES)),
    /** Of the order, however many findings it has. */
    estimate: computed(optional(field.money())),
    assignee: computed(optional(field.ref('identity.user'))),
    closedAt: computed(optional(field.instant())),
    closedBy: computed(optional(field.text())),
    note: computed(optional(field.note())),
  },
  added: {
    /** Of the order as its registers give it; null while it charges. */
    energy: field.energy(),
    /** Of the order now; newer than `estimate` when facts have arrived since. */
    orderEstimate: field.money(),
    /** Of the order; zero until it is settled. */
    total: field.money(),
  },
  list: {
    columns: ['orderNo', 'code', 'severity', 'station', 'pile', 'estimate', 'assignee', 'state', 'since'],
    priority: ['orderNo', 'code', 'severity', 'estimate', 'since', 'assignee', 'station', 'state'],
    filters: [
      'state',
      'severity',
      'code',
      'kind',
      'assignee',
      'station',
      'orderEndedAt',
      'operator',
      'pile',
      'orderNo',
      'order',
    ],
    sort: 'urgency',
    sorts: ['since', 'estimate', 'createdAt'],
    totals: ['estimate'],
  },
  label: 'orderNo',
  commands: {
    /** Both end all open findings of the orders. */
    handle: { on: 'batch', input: { note: field.note() } },
    dismiss: { on: 'batch', input: { note: field.note() } },
    /** Hands the orders to a person; nobody when empty. */
    assign: {
      on: 'batch',
      input: { assignee: optional(field.ref('identity.user', { only: { status: ['active'] } })) },
    },
  },
})
