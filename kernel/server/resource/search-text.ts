import { columnOf, plainText, type Resource, type RichText } from '@wattyard/resource'
import { pinyin } from 'pinyin-pro'

const CJK = /\p{Script=Han}/u

/** Words of a text with form, as it was read from the table or is about to be written there. */
function wordsOf(stored: unknown): string {
  const text: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  return text ? plainText(text as RichText) : '' // checked when it was stored
}

/** What quick search looks into: the texts themselves, their pinyin and its initials, lower case. */
export function searchText(
  resource: Pick<Resource, 'fields' | 'list'>,
  row: Readonly<Record<string, unknown>>,
): string {
  const parts: string[] = []
  for (const key of resource.list.search ?? []) {
    const of = resource.fields[key]
    const stored = of ? row[columnOf(key, of)] : undefined
    const value = of?.kind === 'richText' ? wordsOf(stored) : stored
    if (typeof value !== 'string' || value === '') continue
    parts.push(value)
    if (!CJK.test(value)) continue
    const syllables = pinyin(value, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
    parts.push(syllables.join(''), syllables.map(syllable => syllable[0] ?? '').join(''))
  }
  return parts.join(' ').toLowerCase().slice(0, 2000)
}
