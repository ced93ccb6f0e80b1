import { computed, defineResource, field, inner, optional } from '@wattyard/resource'

/** Reasons to doubt a stored row. */
export const IMPORT_DOUBTS = [
  'longer-than-24h',
  'zero-energy',
  'overlap',
  'clock-change',
  'ambiguous-time',
  'later-reading',
  'skipped-time',
  'duration-differs',
  'duration-damaged',
  'duration-absent',
  'soc-falls',
  'no-price',
  'implausible-power',
  'implausible-time',
] as const

/** An imported file of past sessions from another system, with its exact totals. */
export const importBatch = defineResource({
  name: 'charging.import',
  path: 'charging/import',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    name: computed(field.text()),
    format: computed(field.text({ max: 40 })),
    /** Time zone of the file's local times. */
    zone: computed(field.zone()),
    rowCount: computed(field.integer()),
    /** Rows that this import added, without those known from an earlier one. */
    added: computed(field.integer()),
    doubted: computed(field.integer()),
    refused: computed(field.integer()),
    /** Sum over all rows of the file with a readable energy. */
    energy: computed(field.energy()),
    /** Sums by currency, exact decimal text: `{ "EUR": "90555.739816000" }`. */
    prices: computed(field.json()),
    importedBy: computed(field.text()),
  },
  list: {
    columns: ['name', 'format', 'zone', 'rowCount', 'added', 'doubted', 'refused', 'energy', 'importedBy', 'createdAt'],
    filters: ['format', 'createdAt'],
    sort: '-createdAt',
  },
  texts: ['format'],
  label: 'name',
})

/** A session of another system. It never becomes an order and nothing is owed for it; it is used to try out prices. */
export const importedSession = defineResource({
  name: 'charging.importedSession',
  path: 'charging/importedSession',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    import: computed(field.ref('charging.import')),
    format: computed(field.text({ max: 40 })),
    sourceKey: inner(computed(field.text())),
    line: computed(field.integer()),
    station: computed(field.text()),
    connector: computed(field.text()),
    site: computed(optional(field.text())),
    model: computed(optional(field.text())),
    driver: computed(optional(field.text({ privacy: 'personal' }))),
    startedAt: computed(field.instant()),
    endedAt: computed(field.instant()),
    duration: computed(field.duration()),
    energy: computed(field.energy()),
    /** Price charged by the source: exact decimal text in `currency`. */
    price: computed(optional(field.text())),
    currency: computed(optional(field.text({ max: 3 }))),
    socStart: computed(optional(field.integer())),
    socEnd: computed(optional(field.integer())),
    doubts: computed(field.tags({ values: IMPORT_DOUBTS })),
  },
  list: {
    columns: [
      'startedAt',
      'station',
      'connector',
      'site',
      'duration',
      'energy',
      'price',
      'currency',
      'doubts',
      'import',
    ],
    filters: ['import', 'station', 'doubts', 'startedAt', 'energy'],
    sort: '-startedAt',
    sorts: ['energy', 'duration'],
  },
  masked: { driver: 'name' },
  texts: ['format', 'station'],
  label: 'sourceKey',
})
