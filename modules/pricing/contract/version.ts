import { computed, defineResource, field, optional } from '@wattyard/resource'

export const VERSION_STATES = ['draft', 'published', 'retired'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** Where the plans of a new draft come from. */
export const DRAFT_SOURCES = ['empty', 'version', 'template'] as const

/**
 * A version of a policy. Drafts are written freely; a published version never changes, so an order
 * refers to it by id and hash. What was in force at a past instant stays so for ever.
 */
export const version = defineResource({
  name: 'pricing.version',
  path: 'pricing/version',
  scope: 'shared',
  changes: 'guarded',
  writes: 'commands-only',
  fields: {
    policy: field.ref('pricing.policy', { fixed: true }),
    /** 1, 2, 3 … inside the policy; numbers of discarded drafts are not used again. */
    number: computed(field.integer()),
    state: computed(field.oneOf(VERSION_STATES)),
    /** In force from ≤ at < to; without an end until the next version begins. */
    validFrom: computed(optional(field.instant())),
    validTo: computed(optional(field.instant())),
    /** Why this version came to be; drivers' complaints are answered from here. */
    note: optional(field.text({ max: 200 })),
    /** `template:shenzhen`, `version:3`, or nothing for an empty start. */
    source: computed(optional(field.text({ max: 80 }))),
    /** What still forbids publication; 0 when it is complete. */
    problems: computed(field.integer()),
    /** SHA-256 of the price snapshot, 64 hex digits; from publication on. */
    hash: computed(optional(field.code({ max: 64 }))),
    editedBy: computed(field.text({ max: 100, privacy: 'personal' })),
    publishedBy: computed(optional(field.text({ max: 100, privacy: 'personal' }))),
    publishedAt: computed(optional(field.instant())),
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
  label: 'number',
  unique: [['policy', 'number']],
  commands: {
    createDraft: {
      on: 'none',
      input: {
        policy: field.ref('pricing.policy'),
        /** Empty when left out. */
        from: optional(field.oneOf(DRAFT_SOURCES)),
        /** The version to copy, of any policy. */
        copyOf: optional(field.ref('pricing.version')),
        /** Key of a province template, with the prices of its periods: `{ "P": { "electricity": "0.77", "service": "0.5" } }`. */
        template: optional(field.code({ max: 40 })),
        prices: optional(field.json()),
      },
    },
    saveDraft: {
      on: 'one',
      input: {
        /** The whole set of day plans, see `DraftPlan`. */
        plans: field.json(),
        note: optional(field.text({ max: 200 })),
        /** The record's `version` as it was read; another one has been saved in between when it differs. */
        seen: field.integer(),
      },
    },
    publish: {
      on: 'one',
      keyed: true,
      input: {
        /** At once when left out. */
        validFrom: optional(field.instant()),
        validTo: optional(field.instant()),
        /** Says that the version in force then may be ended by this one. */
        replaceCurrent: optional(field.boolean()),
      },
    },
    /** Ends a version; refused while it runs somewhere, unless `evenIfInUse` says that it was seen. */
    retire: { on: 'one', confirm: true, input: { evenIfInUse: optional(field.boolean()) } },
    discardDraft: { on: 'one', confirm: true },
  },
  exchange: { export: false },
})
