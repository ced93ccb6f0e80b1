import { columnOf, type Resource } from '@wattyard/resource'
import { pinyin } from 'pinyin-pro'

const CJK = /\p{Script=Han}/u

/** What quick search looks into: the texts themselves, their pinyin and its initials, lower case. */
export function searchText(
  resource: Pick<Resource, 'fields' | 'list'>,
  row: Readonly<Record<string, unknown>>,
): string {
  const parts: string[] = []
  for (const key of resource.list.search ?? []) {
    const of = resource.fields[key]
    const value = of ? row[columnOf(key, of)] : undefined
    if (typeof value !== 'string' || value === '') continue
    parts.push(value)
    if (!CJK.test(value)) continue
    const syllables = pinyin(value, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
    parts.push(syllables.join(''), syllables.map(syllable => syllable[0] ?? '').join(''))
  }
  return parts.join(' ').toLowerCase().slice(0, 2000)
}
