import { OPERATORS } from '@wattyard/identity/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Levels from narrowest to widest. The narrowest assignment with a decision applies. */
export const ASSIGNMENT_LEVELS = ['connector', 'pile', 'station', 'tenant'] as const
export type AssignmentLevel = (typeof ASSIGNMENT_LEVELS)[number]

/** `fast`: DC piles; `slow`: all others. On the same level a variant takes precedence over `all`. */
export const ASSIGNMENT_VARIANTS = ['all', 'fast', 'slow'] as const
export type AssignmentVariant = (typeof ASSIGNMENT_VARIANTS)[number]

/** Most targets in one call. */
export const MAX_TARGETS = 1000

/** Place that a policy is assigned to; `tenant` has no id. */
export type AssignmentTarget = { readonly level: AssignmentLevel; readonly id?: string | undefined }

/**
 * Assigns a policy to a station, pile, connector or the whole tenant from an instant on, until a later assignment of the same
 * target and variant. One without a policy returns the decision to the level above. Assignments that have begun are never
 * changed, so the list is the history.
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
    /** The station's operator at the time of the assignment, so that scope needs no join. */
    operator: computed(optional(field.ref('identity.office', { only: OPERATORS }))),
    pile: computed(optional(field.ref('assets.pile'))),
    connector: computed(optional(field.ref('assets.connector'))),
    /** Number within the pile from 1, as in the pile's messages. */
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
        /** `all` when absent. */
        variant: optional(field.oneOf(ASSIGNMENT_VARIANTS)),
        /** Now when absent. */
        effectiveFrom: optional(field.instant()),
      },
    },
    /** The targets follow the level above again. */
    end: {
      on: 'none',
      input: {
        targets: field.json(),
        /** `all` when absent. */
        variant: optional(field.oneOf(ASSIGNMENT_VARIANTS)),
        effectiveFrom: optional(field.instant()),
      },
    },
    /** Withdraws planned assignments before they begin. */
    withdraw: { on: 'batch', confirm: true },
  },
})
