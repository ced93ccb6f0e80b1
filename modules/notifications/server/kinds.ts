import type { LetterKind, MessageKind, Words } from '@wattyard/server-kit'

/** Every kind that the modules of this installation declare. */
export interface Kinds {
  all: readonly MessageKind[]
  byName(name: string): MessageKind | undefined
  /** Of letters, which are in no inbox and which no rule is about. */
  letter(name: string): LetterKind | undefined
}

/**
 * Returns the registry of message kinds.
 * @throws Error when two modules declare the same kind; that is a programming error and shows at start
 */
export function kindsOf(kinds: readonly MessageKind[], letters: readonly LetterKind[] = []): Kinds {
  const byName = new Map<string, MessageKind>()
  for (const kind of kinds) {
    if (byName.has(kind.name)) throw new Error(`two modules declare messages of kind ${kind.name}`)
    byName.set(kind.name, kind)
  }
  return { all: kinds, byName: name => byName.get(name), letter: name => letters.find(one => one.name === name) }
}

/** Returns the key of one of a kind's texts: `gateway.pileOffline`, `title` → `gateway.message.pileOffline.title`. */
export function kindWord(name: string, word: 'name' | 'title' | 'text' | 'manyTitle' | 'manyText'): string {
  const [module = '', what = ''] = name.split('.', 2)
  return `${module}.message.${what}.${word}`
}

type Translate = Words['translate']

/** Returns the name of a kind; its code when this release does not know it. */
export function kindName(kinds: Kinds, translate: Translate, language: Parameters<Translate>[0], name: string): string {
  return kinds.byName(name) || kinds.letter(name) ? translate(language, kindWord(name, 'name')) : name
}
