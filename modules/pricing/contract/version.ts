import { computed, field, optional } from '@wattyard/resource'
import { defineVersioned } from '@wattyard/resource/versioned'

/** Source of a new draft's plans. */
export const DRAFT_SOURCES = ['empty', 'version', 'template'] as const

/**
 * A version of a policy. Drafts can be edited; a published version never changes, so orders refer to it by id and hash. Past
 * validity never changes.
 */
export const version = defineVersioned({
  name: 'pricing.version',
  path: 'pricing/version',
  scope: 'shared',
  changes: 'guarded',
  // The body is the whole list of `DraftPlan`. A source is `template:shenzhen`, `version:3`, or empty.
  versioned: { of: 'policy', body: 'plans', timed: true, drafts: 'many', twoPeople: true },
  fields: {
    policy: field.ref('pricing.policy', { fixed: true }),
    /** SHA-256 of the price snapshot, 64 hex digits; set at publication. */
    hash: computed(optional(field.code({ max: 64 }))),
  },
  start: {
    /** Empty when absent; `version` copies the version `copyOf` of any policy. */
    from: optional(field.oneOf(DRAFT_SOURCES)),
    /** Key of a province template, with the prices of its periods: `{ "P": { "electricity": "0.77", "service": "0.5" } }`. */
    template: optional(field.code({ max: 40 })),
    prices: optional(field.json()),
  },
  readings: { hash: { first: 12 } },
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
