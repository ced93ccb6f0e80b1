import { showEveryDigit, typedDecimal } from '@wattyard/console-kit'
import { type DisplayLocale, type Fen, formatFen, parseFen } from '@wattyard/money'
import {
  APPROVAL_HOURS,
  CAPS,
  FOUR_EYES_LIMITS,
  INITIAL_CAPS,
  MAX_LIMIT_FEN,
  MOST_HOURS,
  WORD_CAPS,
  type WordCaps,
} from '../../contract/limits.ts'
import { ASKS_PER_ADDRESS, CODES_PER_PERSON, MOST_ASKS, MOST_CODES } from '../../contract/code-caps.ts'

/** Whole numbers in the form, with the largest value of each. */
export const NUMBERS = [
  { key: APPROVAL_HOURS, word: 'approvalHours', most: MOST_HOURS },
  { key: CODES_PER_PERSON, word: 'codesPerPerson', most: MOST_CODES },
  { key: ASKS_PER_ADDRESS, word: 'codesPerAddress', most: MOST_ASKS },
] as const
export const LIMIT_KEYS: readonly string[] = [FOUR_EYES_LIMITS, WORD_CAPS, ...NUMBERS.map(({ key }) => key)]

/** Caps as form values: yuan in the reader's language, empty for no cap. */
export type TypedCaps = Readonly<Record<(typeof CAPS)[number], string>>

/** Returns the stored caps as form values. */
export function typedCaps(caps: Partial<WordCaps>, lang: DisplayLocale): TypedCaps {
  const text = (fen: number | null): string => (fen === null ? '' : shownFen(fen, lang))
  return record(key => text(key in caps ? (caps[key] ?? null) : INITIAL_CAPS[key]))
}

/** Returns the typed caps, and the keys whose text is no amount from 0 to the largest. */
export function readCaps(typed: TypedCaps, lang: DisplayLocale): { caps: WordCaps; wrong: ReadonlySet<string> } {
  const wrong = new Set<string>()
  const read = (key: (typeof CAPS)[number]): number | null => {
    const fen = typedFen(typed[key], lang)
    if (fen === undefined) wrong.add(key)
    return fen ?? null
  }
  return { caps: record(read), wrong }
}

/** Returns whole fen as yuan with two decimals, as the language writes them. */
export function shownFen(fen: number, lang: DisplayLocale): string {
  return showEveryDigit('money', formatFen(BigInt(fen) as Fen), lang) // stored as whole fen
}

/**
 * Returns the fen of an amount in yuan as the language writes it; null for an empty text, undefined for text that is no amount from 0 to the largest limit.
 */
export function typedFen(text: string, lang: DisplayLocale): number | null | undefined {
  if (text.trim() === '') return null
  const fen = fenOf(typedDecimal(text.trim(), lang))
  return fen === null || fen < 0n || fen > BigInt(MAX_LIMIT_FEN) ? undefined : Number(fen)
}

type Cap = (typeof CAPS)[number]

const record = <T>(of: (key: Cap) => T): Record<Cap, T> =>
  // The keys are exactly the caps.
  Object.fromEntries(CAPS.map(key => [key, of(key)])) as Record<Cap, T>

function fenOf(text: string): bigint | null {
  try {
    return parseFen(text)
  } catch {
    return null // the text is no amount; the form shows that
  }
}
