/** Endings that say what a company is, and not which one. */
const LEGAL_FORMS =
  /(股份有限公司|有限责任公司|有限公司|公司|分公司|\bs\.?\s?l\.?\s?u?\.?$|\bs\.?\s?a\.?\s?u?\.?$|\bgmbh$|\bltd\.?$|\binc\.?$|\bco\.?$)/gu

/** Returns runs of letters and runs of digits, in the order in which they stand. `WX20280229` gives `wx` and `20280229`. */
export function wordsIn(text: string | null): string[] {
  return text === null
    ? []
    : (text
        .normalize('NFKC')
        .toLowerCase()
        .match(/\p{L}+|\p{N}+/gu) ?? [])
}

/** Returns a text without what is written now so, now otherwise: case, width, signs and spaces. */
export function plainText(text: string | null): string {
  return wordsIn(text).join('')
}

/** Returns whether a text names something: its words, one after the other. `1` is not named by `1001`. */
export function isNamed(reference: string, words: readonly string[]): boolean {
  const wanted = wordsIn(reference)
  if (wanted.length === 0) return false
  return words.some((_, from) => wanted.every((word, i) => words[from + i] === word))
}

/** Returns pairs of neighbouring characters, each once. */
function pairsOf(text: string): Set<string> {
  const signs = Array.from(text)
  return new Set(signs.slice(1).map((sign, i) => `${signs[i]}${sign}`))
}

/** A name as it is compared: without what names no one, and its pairs of neighbouring characters. */
export interface NameForm {
  readonly text: string
  readonly pairs: ReadonlySet<string>
}

export function nameFormOf(name: string | null): NameForm {
  const plain = (name ?? '').normalize('NFKC').toLowerCase().trim()
  const text = plain.replace(LEGAL_FORMS, '').replace(/[^\p{L}\p{N}]/gu, '')
  return { text, pairs: pairsOf(text) }
}

/** Returns in points of 1,000 how alike two names are; 0 where one is not told. */
export function likenessOfNames(a: NameForm, b: NameForm): number {
  if (a.text === '' || b.text === '') return 0
  if (a.text === b.text) return 1_000
  const all = a.pairs.size + b.pairs.size
  return all === 0 ? 0 : Math.floor((2_000 * countShared(a.pairs, b.pairs)) / all)
}

/** Returns in points of 1,000 how many of our words the other text has; 0 where there are none. */
export function likenessOfWords(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  return ours.size === 0 ? 0 : Math.floor((1_000 * countShared(ours, theirs)) / ours.size)
}

function countShared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0
  for (const one of some) if (others.has(one)) count += 1
  return count
}
