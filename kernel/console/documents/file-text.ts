import { FILE_ENDINGS, type FileType } from '@wattyard/resource'
import { showNumber } from '@wattyard/resource'
import type { Language } from '../session/settings.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Returns a size for people, in units of 1024: `4.8 MB`. */
export function fileSize(bytes: number, language: Language): string {
  let value = bytes
  let unit = 0
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024
  return `${showNumber(value, language, value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`
}

/** Returns the file endings of types: `.jpg`, `.jpeg`. */
export const endingsOf = (types: readonly FileType[]): string[] =>
  types.flatMap(type => FILE_ENDINGS[type]).map(ending => `.${ending}`)

/** Returns a file name with the ending of another type. */
export function renamed(name: string, type: FileType): string {
  const endings: readonly string[] = FILE_ENDINGS[type]
  const at = name.lastIndexOf('.')
  const [stem, ending] = at < 1 ? [name, ''] : [name.slice(0, at), name.slice(at + 1).toLowerCase()]
  return endings.includes(ending) ? name : `${stem}.${endings[0] ?? ''}`
}
