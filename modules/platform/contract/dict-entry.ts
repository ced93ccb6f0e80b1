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

/** Words of something in every language. */
export type InLanguages = Readonly<Record<'zh' | 'en' | 'es', string>>

/** One entry as `/chg/api/console/dict/all` tells it: what is in force, and what the product says. */
export interface EntryView {
  readonly code: string
  readonly words: InLanguages
  /** The product's own; absent of an own entry. */
  readonly shipped?: InLanguages
  readonly colour: string | null
  readonly icon: string | null
  readonly enabled: boolean
  readonly remark: string | null
  /** Record of the change, when there is one: what `save` and `del` take. */
  readonly id?: string
  readonly version?: number
}

/** A field that takes its values from a dictionary. */
export interface DictionaryUse {
  readonly resource: string
  /** Key of the word of the field or of the command's input. */
  readonly field: string
  /** Pages on which it is seen. */
  readonly pages: readonly string[]
}

export interface DictionaryView {
  readonly name: string
  /** `closed`: codes are the product's and all of them are in force. `open`: the tenant adds its own and switches off. */
  readonly kind: 'closed' | 'open'
  readonly titles: InLanguages
  readonly uses: readonly DictionaryUse[]
  /** In the tenant's order. */
  readonly entries: readonly EntryView[]
  /** Values that records hold and that are no entry: typed before there was a dictionary. Only of open ones. */
  readonly strays: readonly string[]
}
