import { computed, field } from '@wattyard/resource'
import { defineVersioned } from '@wattyard/resource/versioned'
import { MAP_PROTOCOLS } from './point-map/point.ts'

/**
 * A version of a model's point map (点表): location and meaning of the values in such devices. A published map never changes,
 * because readings refer to it. Devices of the model can use it from its publication on; devices with another map keep it until
 * somebody assigns the new one, also when it is retired.
 */
export const pointMap = defineVersioned({
  name: 'gateway.pointMap',
  path: 'basedata/pointMap',
  scope: 'shared',
  // The body is all rows, see `PointRow`. A draft starts empty or with a version of any model of the same protocol.
  versioned: { of: 'model', body: 'points', timed: false },
  fields: {
    model: field.ref('assets.model', { fixed: true, only: { protocol: MAP_PROTOCOLS } }),
    /** Protocol of the model when the map was created. */
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
