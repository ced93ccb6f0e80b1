import type { HelpPage, HelpSection } from './help-page.ts'

/** A match in a text: from (included) to (excluded). */
export type Mark = readonly [from: number, to: number]

export interface Excerpt {
  readonly text: string
  readonly marks: readonly Mark[]
}

export interface HelpHit {
  readonly section: HelpSection
  readonly pageTitle: string
  readonly score: number
  readonly excerpt: Excerpt
}

/** Most characters of a search text. */
export const MAX_SOUGHT = 200
const MAX_TERMS = 40
const EXCERPT = 120
const LEAD = 24
/** Share of a Chinese phrase's character pairs that have to match when the phrase as a whole does not. */
const ENOUGH_PAIRS = 0.5
const TITLE = 8
const INITIALS = 5
const NAME = 4
const BODY = 2

const HAN = /\p{Script=Han}/u
const WORD = /[\p{L}\p{N}]+/gu

/** Returns the text in lower case without accents. It works character by character, so that indexes stay the same. */
export function folded(text: string): string {
  let out = ''
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? ''
    const plain = (character.normalize('NFD')[0] ?? character).toLowerCase()
    out += plain.length === 1 ? plain : character
  }
  return out
}

/** Returns the distinct words of a search text. */
export function termsOf(sought: string): string[] {
  return [...new Set(folded(sought.slice(0, MAX_SOUGHT)).match(WORD))].slice(0, MAX_TERMS)
}

/** Returns the pairs of neighbouring characters of a term. Chinese has no spaces between words, so pairs stand in for words. */
function pairsOf(term: string): string[] {
  const characters = Array.from(term)
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`)
}

/** Searchable text of a section, made once. */
interface Searched {
  readonly title: string
  readonly titleInitials: string
  readonly names: string
  readonly nameInitials: string
  readonly text: string
}

export type InitialsOf = (text: string) => string

const cache = new WeakMap<HelpSection, Searched>()

function searchedOf(section: HelpSection, initialsOf: InitialsOf): Searched {
  const known = cache.get(section)
  if (known) return known
  const initials = (text: string): string => (HAN.test(text) ? initialsOf(text) : '')
  const names = section.names.join('\n')
  const made = {
    title: folded(section.title),
    titleInitials: initials(section.title),
    names: folded(names),
    nameInitials: initials(names),
    text: folded(section.text),
  }
  cache.set(section, made)
  return made
}

/** Returns the score of one word for a section; 0 means no match. */
function fit(term: string, { title, titleInitials, names, nameInitials, text }: Searched): number {
  const whole =
    (title.includes(term) ? TITLE : 0) + (names.includes(term) ? NAME : 0) + (text.includes(term) ? BODY : 0)
  if (whole > 0) return whole
  if (/^[a-z0-9]{2,}$/.test(term))
    return (titleInitials.includes(term) ? INITIALS : 0) + (nameInitials.includes(term) ? 1 : 0)
  if (!HAN.test(term)) return 0
  const pairs = pairsOf(term)
  const found = pairs.filter(pair => title.includes(pair) || text.includes(pair))
  if (pairs.length < 2 || found.length < pairs.length * ENOUGH_PAIRS) return 0
  const inTitle = found.filter(pair => title.includes(pair)).length
  return (BODY * found.length + (TITLE - BODY) * inTitle) / pairs.length
}

/** Returns the matches of any of the words, in order; touching and overlapping ones are merged. */
export function marksOf(text: string, terms: readonly string[]): Mark[] {
  const plain = folded(text)
  const found: [number, number][] = []
  for (const term of terms)
    for (let at = plain.indexOf(term); at >= 0; at = plain.indexOf(term, at + term.length))
      found.push([at, at + term.length])
  const marks: [number, number][] = []
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

/** Returns the words of a search, with Chinese words replaced by their pairs where the whole word does not occur in the text. */
export function markedTerms(terms: readonly string[], text: string): string[] {
  const plain = folded(text)
  return terms.flatMap(term =>
    plain.includes(term) || !HAN.test(term) ? [term] : pairsOf(term).filter(pair => plain.includes(pair)),
  )
}

function excerptOf({ text }: HelpSection, terms: readonly string[]): Excerpt {
  const line = text.replaceAll('\n', ' ')
  const sought = markedTerms(terms, line)
  const [first] = marksOf(line, sought)
  const from = Math.max(0, (first?.[0] ?? 0) - LEAD)
  const part = line.slice(from, from + EXCERPT)
  const cut = `${from > 0 ? '…' : ''}${part}${from + EXCERPT < line.length ? '…' : ''}`
  return { text: cut, marks: marksOf(cut, sought) }
}

/**
 * Returns the sections that match a search, best first. It matches words without accents, and the pinyin initials of titles and
 * names. `all` requires every word, for a person who narrows a search; `any` ranks by the words that match, for a whole question.
 */
export function searchHelp(
  pages: readonly HelpPage[],
  sought: string,
  initialsOf: InitialsOf,
  mode: 'all' | 'any' = 'all',
): HelpHit[] {
  const typed = termsOf(sought)
  if (typed.length === 0) return []
  // A question in Chinese is one long word; its pairs carry the topic.
  const terms =
    mode === 'all' ? typed : [...new Set(typed.flatMap(term => (HAN.test(term) ? [term, ...pairsOf(term)] : [term])))]
  const tried = pages.flatMap(page =>
    page.sections.map(section => {
      const searched = searchedOf(section, initialsOf)
      return { page, section, fits: terms.map(term => fit(term, searched)) }
    }),
  )
  // A word that occurs in most sections gets a low weight.
  const weights = terms.map((_, i) => {
    const found = tried.filter(({ fits }) => (fits[i] ?? 0) > 0).length
    return Math.log(1 + tried.length / Math.max(1, found))
  })
  return tried
    .filter(({ fits }) => (mode === 'all' ? fits.every(one => one > 0) : fits.some(one => one > 0)))
    .map(({ page, section, fits }) => ({
      section,
      pageTitle: page.title,
      score: fits.reduce((sum, one, i) => sum + one * (weights[i] ?? 0), 0),
      excerpt: excerptOf(section, typed),
    }))
    .toSorted((a, b) => b.score - a.score)
}
