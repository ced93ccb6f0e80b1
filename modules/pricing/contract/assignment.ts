import { computed, defineResource, field, optional } from '@wattyard/resource'

/** From the most particular to the widest; the first that says something wins. */
export const ASSIGNMENT_LEVELS = ['connector', 'pile', 'station', 'tenant'] as const
export type AssignmentLevel = (typeof ASSIGNMENT_LEVELS)[number]

/** `fast`: piles with direct current; `slow`: all others. A variant wins over `all` of the same level. */
export const ASSIGNMENT_VARIANTS = ['all', 'fast', 'slow'] as const
export type AssignmentVariant = (typeof ASSIGNMENT_VARIANTS)[number]

/** Targets of one call. */
export const MAX_TARGETS = 1000

/** What a policy is assigned to; `tenant` has no id. */
export type AssignmentTarget = { readonly level: AssignmentLevel; readonly id?: string | undefined }

/**
 * From an instant on, a station, pile, connector or the whole tenant runs a policy, until a later
 * assignment of the same target and variant; one without a policy gives the decision back to the
 * level above. What has begun is never changed, so the list is the history.
 */
export const assignment = defineResource({
  name: 'pricing.assignment',
  path: 'pricing/assignment',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    level: computed(field.oneOf(ASSIGNMENT_LEVELS)),
    variant: computed(field.oneOf(ASSIGNMENT_VARIANTS)),
    policy: computed(optional(field.ref('pricing.policy'))),
    station: computed(optional(field.ref('assets.station'))),
    /** The station's operator when it was assigned, so that scope needs no join. */
    operator: computed(optional(field.ref('identity.office'))),
    pile: computed(optional(field.ref('assets.pile'))),
    connector: computed(optional(field.ref('assets.connector'))),
    /** Counted over the pile from 1: what a pile's messages name a connector by. */
    connectorNumber: computed(optional(field.integer())),
    effectiveFrom: computed(field.instant()),
    assignedBy: computed(field.text({ max: 100, privacy: 'personal' })),
  },
  list: {
    columns: ['effectiveFrom', 'level', 'station', 'pile', 'connector', 'variant', 'policy', 'assignedBy', 'createdAt'],
    filters: ['policy', 'level', 'variant', 'station', 'pile', 'connector', 'effectiveFrom'],
    sort: '-effectiveFrom',
    sorts: ['createdAt'],
  },
  label: 'effectiveFrom',
  commands: {
    assign: {
      on: 'none',
      input: {
        policy: field.ref('pricing.policy'),
        /** `[{ "level": "station", "id": "…" }, …]`, at most 1,000. */
        targets: field.json(),
        /** `all` when left out. */
        variant: optional(field.oneOf(ASSIGNMENT_VARIANTS)),
        /** At once when left out. */
        effectiveFrom: optional(field.instant()),
      },
    },
    /** The targets follow the level above again. */
    end: {
      on: 'none',
      input: {
        targets: field.json(),
        /** `all` when left out. */
        variant: optional(field.oneOf(ASSIGNMENT_VARIANTS)),
        effectiveFrom: optional(field.instant()),
      },
    },
    /** Takes planned assignments back before they begin. */
    withdraw: { on: 'batch', confirm: true },
  },
})
