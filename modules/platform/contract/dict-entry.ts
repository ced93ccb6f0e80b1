import { defineResource, field, optional } from '@wattyard/resource'

/** Longest word of an entry, in characters: it stands in a column, a filter and a chart. */
export const MAX_WORD = 40
/** Entries of one dictionary. */
export const MAX_ENTRIES = 300

/** Colours with a meaning, which follow the theme; any other is `#rrggbb`. */
export const ENTRY_TONES = ['good', 'busy', 'wait', 'bad', 'idle'] as const

/** A colour as it may be stored: a tone, or six hexadecimal digits behind a sharp. */
export const COLOUR = /^(?:good|busy|wait|bad|idle|#[0-9a-f]{6})$/

/** Code of an entry that a tenant adds: what stands in records and in addresses. */
export const ENTRY_CODE = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u

/**
 * What a tenant says of one entry of a dictionary: of a closed set (`assets.station.status`) its word, colour and place, of
 * a dictionary (`assets.stationTag`) also whether it is offered; and entries of its own. Deleting it goes back to the
 * product's, or takes an own one away.
 */
export const dictEntry = defineResource({
  name: 'platform.dictEntry',
  path: 'console/dict',
  scope: 'shared',
  writes: 'crud',
  fields: {
    dictionary: field.serial({ max: 120, fixed: true }),
    code: field.serial({ max: 120, fixed: true }),
    wordZh: optional(field.text({ max: MAX_WORD })),
    wordEn: optional(field.text({ max: MAX_WORD })),
    wordEs: optional(field.text({ max: MAX_WORD })),
    /** A tone or `#rrggbb`; how it is drawn in light and dark follows from it. */
    colour: optional(field.text({ max: 7 })),
    /** A word of the gallery. */
    icon: optional(field.serial({ max: 40 })),
    place: optional(field.integer({ max: 10_000 })),
    enabled: field.boolean({ initial: true }),
    remark: optional(field.note({ max: 200 })),
  },
  list: {
    columns: ['dictionary', 'code', 'wordZh', 'wordEn', 'wordEs', 'colour', 'icon', 'place', 'enabled', 'remark'],
    filters: ['dictionary', 'enabled'],
    sort: 'dictionary',
    search: ['dictionary', 'code', 'wordZh', 'wordEn', 'wordEs'],
  },
  form: [['dictionary', 'code'], ['wordZh', 'wordEn', 'wordEs'], ['colour', 'icon', 'place', 'enabled'], ['remark']],
  label: 'code',
  labelIn: { zh: 'wordZh', en: 'wordEn', es: 'wordEs' },
  unique: [['dictionary', 'code']],
})
