import { kindOfKey, type MenuChange, routeAt, titleKey } from '@wattyard/pages'
import type { EntryChange, OwnWord, Wording } from '@wattyard/resource'
import type { KnownDictionary } from './dictionaries.ts'

/** A row of `platform_dict_entry`. */
export interface DictRow {
  id: string
  version: number
  dictionary: string
  code: string
  word_zh: string | null
  word_en: string | null
  word_es: string | null
  colour: string | null
  icon: string | null
  place: number | null
  enabled: boolean
  remark: string | null
}

/** A row of `platform_menu_entry`. */
export interface MenuRow {
  id: string
  version: number
  key: string
  menu_group: string | null
  position: number | null
  hidden: boolean | null
  icon: string | null
  badge: string | null
  link: string | null
  title_zh: string | null
  title_en: string | null
  title_es: string | null
}

/**
 * Returns the given texts by language. With `whole`, missing languages get the first given text, because the product has none.
 */
export function textsByLanguage(zh: string | null, en: string | null, es: string | null, whole: boolean): OwnWord {
  const first = zh ?? en ?? es
  const [inZh, inEn, inEs] = whole ? [zh ?? first, en ?? first, es ?? first] : [zh, en, es]
  return { ...(inZh ? { zh: inZh } : {}), ...(inEn ? { en: inEn } : {}), ...(inEs ? { es: inEs } : {}) }
}

function entryOf(row: DictRow, isOwn: boolean): EntryChange {
  return {
    ...(isOwn ? { own: true as const } : {}),
    ...(row.enabled ? {} : { off: true as const }),
    ...(row.place === null ? {} : { place: row.place }),
    ...(row.colour === null ? {} : { colour: row.colour }),
    ...(row.icon === null ? {} : { icon: row.icon }),
  }
}

function changeOf(row: MenuRow): MenuChange {
  return {
    key: row.key,
    ...(row.menu_group === null ? {} : { group: row.menu_group }),
    ...(row.position === null ? {} : { position: row.position }),
    ...(row.hidden === null ? {} : { hidden: row.hidden }),
    ...(row.icon === null ? {} : { icon: row.icon }),
    ...(row.badge === null ? {} : { badge: row.badge }),
    ...(row.link === null ? {} : { link: row.link }),
  }
}

const isOwnKey = (key: string): boolean => /^(group|link)-/.test(key)

/** Returns a tenant's wording made from its rows. Rows of dictionaries and entries that this release lacks are left out. */
export function makeWording(
  known: ReadonlyMap<string, KnownDictionary>,
  dict: readonly DictRow[],
  menu: readonly MenuRow[],
): Wording {
  const words: Record<string, OwnWord> = {}
  const entries: Record<string, Record<string, EntryChange>> = {}
  for (const row of dict) {
    const dictionary = known.get(row.dictionary)
    const isOwn = dictionary !== undefined && !dictionary.codes.includes(row.code)
    if (!dictionary || (isOwn && dictionary.kind === 'closed')) continue
    const said = textsByLanguage(row.word_zh, row.word_en, row.word_es, isOwn)
    if (Object.keys(said).length > 0) words[`${row.dictionary}Value.${row.code}`] = said
    ;(entries[row.dictionary] ??= {})[row.code] = entryOf(row, isOwn)
  }
  for (const row of menu) {
    if (row.key !== '/home' && kindOfKey(row.key) === null) continue
    const said = textsByLanguage(row.title_zh, row.title_en, row.title_es, isOwnKey(row.key))
    if (Object.keys(said).length === 0) continue
    words[titleKey(row.key)] = said
    // The top navigation has a separate text for the page.
    const top = routeAt(row.key)?.meta.toptitle
    if (top) words[top] = said
  }
  return { words, entries, menu: menu.filter(({ key }) => kindOfKey(key) !== null).map(changeOf) }
}
