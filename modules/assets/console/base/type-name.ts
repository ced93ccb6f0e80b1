import type { Language } from '@wattyard/console-kit'

interface Named {
  readonly name?: unknown
  readonly nameEn?: unknown
  readonly nameEs?: unknown
}

/** A type's name in the reader's language; its first name where it has none in it. */
export function typeName(type: Named | Readonly<Record<string, unknown>>, language: Language): string {
  const own = language === 'en' ? type.nameEn : language === 'es' ? type.nameEs : null
  return typeof own === 'string' && own !== '' ? own : typeof type.name === 'string' ? type.name : ''
}
