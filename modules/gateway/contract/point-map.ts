import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MAP_PROTOCOLS } from './point-map/point.ts'

export const MAP_STATES = ['draft', 'published', 'retired'] as const
export type MapState = (typeof MAP_STATES)[number]

/**
 * A version of a model's map of points (点表): what stands where in such a device and what it means. Drafts are written
 * freely; a published one never changes, because readings refer to it.
 */
export const pointMap = defineResource({
  name: 'gateway.pointMap',
  path: 'basedata/pointMap',
  scope: 'shared',
  writes: 'commands-only',
  fields: {
    model: field.ref('assets.model', { fixed: true }),
    /** 1, 2, 3 … of the model; the number of a discarded draft may come back, since nothing ran by it. */
    number: computed(field.integer()),
    state: computed(field.oneOf(MAP_STATES)),
    /** The model's protocol when the map was begun. */
    protocol: computed(field.oneOf(MAP_PROTOCOLS)),
    pointCount: computed(field.integer()),
    /** Errors that still forbid publication. */
    problems: computed(field.integer()),
    note: optional(field.text({ max: 200 })),
    editedBy: computed(field.text({ max: 100, privacy: 'personal' })),
    publishedBy: computed(optional(field.text({ max: 100, privacy: 'personal' }))),
    publishedAt: computed(optional(field.instant())),
  },
  list: {
    columns: [
      'model',
      'number',
      'state',
      'protocol',
      'pointCount',
      'problems',
      'editedBy',
      'publishedBy',
      'publishedAt',
    ],
    filters: ['model', 'state', 'protocol'],
    sort: '-createdAt',
    sorts: ['number', 'publishedAt'],
  },
  label: 'number',
  unique: [['model', 'number']],
  commands: {
    createDraft: {
      on: 'none',
      input: {
        model: field.ref('assets.model'),
        /** Version to begin with, of any model of the same protocol; empty when left out. */
        copyOf: optional(field.ref('gateway.pointMap')),
      },
    },
    saveDraft: {
      on: 'one',
      input: {
        /** All rows, see `PointRow`. */
        points: field.json(),
        note: optional(field.text({ max: 200 })),
        /** The record's `version` as it was read; another one has been saved in between when it differs. */
        seen: field.integer(),
      },
    },
    /** From now on devices of the model may run it; those that run another keep theirs until they are told. */
    publish: { on: 'one', confirm: true },
    /** Devices that run it go on; no other may take it. */
    retire: { on: 'one', confirm: true },
    discardDraft: { on: 'one', confirm: true },
  },
  exchange: { export: false },
})
