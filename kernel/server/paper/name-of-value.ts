import type { ExportContext } from '../resource/exchange/export-text.ts'
import type { SaidWord, ServedResource } from '../resource/served.ts'

const isWord = (value: unknown): value is SaidWord =>
  value !== null && typeof value === 'object' && 'word' in value && typeof value.word === 'string'

/** Returns what people call the value of a field, where that is another thing than the value; else null. */
export function nameOfValue(
  { readAs, wordsOf }: Pick<ServedResource, 'readAs' | 'wordsOf'>,
  record: Readonly<Record<string, unknown>>,
  key: string,
  { translate, language }: Pick<ExportContext, 'translate' | 'language'>,
): string | null {
  const name = wordsOf?.[key]?.(record) ?? record[readAs?.[key] ?? '']
  if (!Array.isArray(name) || name.length === 0 || !name.every(isWord))
    return typeof name === 'string' && name !== String(record[key]) ? name : null
  // A code that this release does not know has no word.
  if (name.some(({ word }) => translate(language, word) === word)) return null
  const said = name.map(({ word, of }) => {
    const value = translate(language, word)
    return of === undefined
      ? value
      : translate(language, 'kernel.pdf.filterOf', { word: translate(language, of), value })
  })
  return said.join(' · ')
}
