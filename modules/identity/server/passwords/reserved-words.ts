import { DEFAULT_ROLE } from '@wattyard/pages'
import { RESERVED_ROLES } from '../../contract/role.ts'

/*
 * The contract appends permissions to roles and gives `admin`, `guest`, `vip` and `adminRole` a meaning of their
 * own, so nothing a tenant writes may be mistaken for them, by a program or by a person (trust R-25).
 */

/**
 * Letters of other scripts and digits that look like Latin letters (a part of Unicode TR39's confusables: those of the letters in
 * the three words).
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  '4': 'a',
  '@': 'a',
  ꭺ: 'a',
  ᴀ: 'a',
  ԁ: 'd',
  ɗ: 'd',
  ᴅ: 'd',
  м: 'm',
  ᴍ: 'm',
  μ: 'm',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ɪ: 'i',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '!': 'i',
  ӏ: 'i',
  ǀ: 'i',
  ј: 'i',
  j: 'i',
  п: 'n',
  ո: 'n',
  η: 'n',
  ɴ: 'n',
  ɡ: 'g',
  '9': 'g',
  ց: 'g',
  '6': 'g',
  ɢ: 'g',
  υ: 'u',
  ս: 'u',
  ц: 'u',
  ᴜ: 'u',
  v: 'u',
  ν: 'u',
  ѵ: 'u',
  ᴠ: 'u',
  е: 'e',
  ε: 'e',
  '3': 'e',
  ҽ: 'e',
  ᴇ: 'e',
  ѕ: 's',
  '5': 's',
  $: 's',
  ꜱ: 's',
  т: 't',
  τ: 't',
  '7': 't',
  ᴛ: 't',
  р: 'p',
  ρ: 'p',
  ᴘ: 'p',
} // one line per letter reads better than one per pair

/**
 * Returns a word's appearance for comparison: without accents, marks, separators and invisible characters, with look-alikes
 * unified.
 */
function skeleton(word: string): string {
  const plain = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@$|!]/gu, '')
  return Array.from(plain, letter => LOOK_ALIKES[letter] ?? letter).join('')
}

const RESERVED = new Set([...RESERVED_ROLES, DEFAULT_ROLE].map(skeleton))

export function looksReserved(word: string): boolean {
  return RESERVED.has(skeleton(word))
}

const PERMISSION = /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*:[a-z][a-zA-Z]*$/

/** Returns whether a text has the form of a permission, `module.word:action`, which no role code can have. */
export function isPermission(word: string): boolean {
  return PERMISSION.test(word)
}
