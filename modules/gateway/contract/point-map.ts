import { computed, field } from '@wattyard/resource'
import { defineVersioned } from '@wattyard/resource/versioned'
import { MAP_PROTOCOLS } from './point-map/point.ts'

/**
 * A version of a model's map of points (点表): what stands where in such a device and what it means. A published one never
 * changes, because readings refer to it. Devices of the model may run it from its publication on; those that run another
 * keep theirs until they are told, and those that run a retired one go on.
 */
export const pointMap = defineVersioned({
  name: 'gateway.pointMap',
  path: 'basedata/pointMap',
  scope: 'shared',
  // All rows, see `PointRow`. A draft begins empty or with a version of any model of the same protocol.
  versioned: { of: 'model', body: 'points', timed: false },
  fields: {
    model: field.ref('assets.model', { fixed: true }),
    /** The model's protocol when the map was begun. */
    protocol: computed(field.oneOf(MAP_PROTOCOLS)),
    pointCount: computed(field.integer()),
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
})
