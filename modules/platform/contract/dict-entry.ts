import { defineResource, field, optional } from '@wattyard/resource'

/** Longest text of an entry in characters, so that it fits a column, a filter and a chart. */
export const MAX_WORD = 40
/** Most entries of one dictionary. */
export const MAX_ENTRIES = 300

/** Tones: colours with a meaning that follow the theme. Any other colour is `#rrggbb`. */
export const ENTRY_TONES = ['good', 'busy', 'wait', 'bad', 'idle'] as const

/** Format of a stored colour: a tone, or `#` and six hexadecimal digits. */
export const COLOUR = /^(?:good|busy|wait|bad|idle|#[0-9a-f]{6})$/

/** Format of the code of a tenant's own entry, which is stored in records and occurs in addresses. */
export const ENTRY_CODE = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u

/**
 * A tenant's change of one dictionary entry. For a closed set (`assets.station.status`): text, colour and position; for a
 * dictionary (`assets.stationTag`) also whether it is offered, and entries of the tenant's own. Deleting the row restores the
 * product's entry, or removes an own one.
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
    /** Tone or `#rrggbb`; the shades for light and dark are derived from it. */
    colour: optional(field.text({ max: 7 })),
    /** Name of an icon of the gallery. */
    icon: optional(field.serial({ max: 40 })),
    place: optional(field.integer({ min: 0, max: 10_000 })),
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
  texts: 'open',
  label: 'code',
  labelIn: { zh: 'wordZh', en: 'wordEn', es: 'wordEs' },
  unique: [['dictionary', 'code']],
})
