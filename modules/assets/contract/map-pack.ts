import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Coordinate systems of map files. */
export const MAP_DATUMS = ['gcj02', 'wgs84', 'bd09'] as const

/**
 * Background map (地图底图): lines and areas that an operator has the right to show below its stations. A map of a part of China
 * states its approval number (审图号).
 */
export const mapPack = defineResource({
  name: 'assets.mapPack',
  path: 'basedata/mapPack',
  scope: 'shared',
  writes: 'crud',
  fields: {
    name: field.text({ max: 50 }),
    approvalNumber: optional(field.text({ max: 40 })),
    /** Author and licence of the map. */
    source: field.text({ max: 200 }),
    datum: field.oneOf(MAP_DATUMS, { initial: 'gcj02' }),
    drawing: optional(field.file({ accept: ['geojson'], megabytes: 5 })),
    /** The map that the console shows; at most one per tenant. */
    inUse: field.boolean({ initial: false }),
    shapes: computed(field.integer()),
    points: computed(field.integer()),
  },
  list: {
    columns: ['name', 'approvalNumber', 'source', 'datum', 'inUse', 'shapes', 'points', 'createdAt'],
    filters: ['inUse'],
    sort: 'name',
    search: ['name', 'approvalNumber'],
  },
  form: [['name', 'approvalNumber'], ['source'], ['datum', 'inUse'], ['drawing']],
  texts: 'open',
  label: 'name',
  unique: [['name']],
})
