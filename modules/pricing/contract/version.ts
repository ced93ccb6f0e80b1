import { computed, field, optional } from '@wattyard/resource'
import { defineVersioned } from '@wattyard/resource/versioned'

/** Where the plans of a new draft come from. */
export const DRAFT_SOURCES = ['empty', 'version', 'template'] as const

/**
 * A version of a policy. Drafts are written freely; a published version never changes, so an order
 * refers to it by id and hash. What was in force at a past instant stays so for ever.
 */
export const version = defineVersioned({
  name: 'pricing.version',
  path: 'pricing/version',
  scope: 'shared',
  changes: 'guarded',
  // The whole set of day plans, see `DraftPlan`. A source is `template:shenzhen`, `version:3`, or nothing.
  versioned: { of: 'policy', body: 'plans', timed: true, drafts: 'many', twoPeople: true },
  fields: {
    policy: field.ref('pricing.policy', { fixed: true }),
    /** SHA-256 of the price snapshot, 64 hex digits; from publication on. */
    hash: computed(optional(field.code({ max: 64 }))),
  },
  start: {
    /** Empty when left out; `version` copies `copyOf`, of any policy. */
    from: optional(field.oneOf(DRAFT_SOURCES)),
    /** Key of a province template, with the prices of its periods: `{ "P": { "electricity": "0.77", "service": "0.5" } }`. */
    template: optional(field.code({ max: 40 })),
    prices: optional(field.json()),
  },
  list: {
    columns: [
      'policy',
      'number',
      'state',
      'validFrom',
      'validTo',
      'problems',
      'editedBy',
      'publishedBy',
      'publishedAt',
      'note',
    ],
    filters: ['policy', 'state', 'validFrom'],
    sort: '-createdAt',
    sorts: ['number', 'validFrom'],
  },
})
