import { invalid } from '@wattyard/server-kit'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordRule } from '../../contract/password-age.ts'
import { type PasswordStrength, SHORTEST_MINIMUM } from '../../contract/password-strength.ts'
import { normalisePassword } from './hash-password.ts'

/**
 * Requirements for a new password (trust R-03; ASVS 5.0 V6.2: length and guessability, no composition rules, no rotation), and
 * its maximum age unless the tenant sets another. Common passwords, and long ones without content, are refused under any policy.
 */
export interface PasswordPolicy extends PasswordRule, PasswordStrength {}

const NO_ROTATION: PasswordRule = { maxAgeDays: 0, remembered: 0 }
export const STAFF_PASSWORDS: PasswordPolicy = { ...NO_ROTATION, minLength: 12, kinds: 1 }
/** The console contract's own minimum (§5), for demonstrations only. */
export const DEMO_PASSWORDS: PasswordPolicy = { ...NO_ROTATION, minLength: 6, kinds: 1 }
/**
 * Requirements of assessors under 等保 2.0 (GB/T 22239): three kinds of characters, a change every ninety days, none of the last
 * five passwords. ASVS V6.2.5 and V6.2.10 forbid these, so each installation chooses.
 */
export const MLPS_PASSWORDS: Pick<PasswordPolicy, 'kinds' | 'maxAgeDays' | 'remembered'> = {
  kinds: 3,
  maxAgeDays: 90,
  remembered: 5,
}
/** The contract's intended minimum (§5): shorter passwords are refused under any policy. */
export const SHORTEST_PASSWORD = SHORTEST_MINIMUM
/** Most characters of a password; passwords are never truncated. */
export const MAX_PASSWORD = 200
const MIN_DISTINCT = 5
const WELL_TRODDEN = [
  '0123456789',
  '9876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t',
]
const CONTEXT = ['wattyard', 'password', 'passw0rd', 'admin', 'charging', '充电']

export type PasswordProblem =
  | { word: 'passwordTooShort' | 'passwordTooLong' | 'passwordFewKinds'; limit: number }
  | { word: 'passwordTooSimple' | 'passwordHasName' }

/** Returns whether hardly anything is left after well-known sequences are removed. */
function isTrodden(folded: string): boolean {
  let rest = folded
  for (const word of CONTEXT) rest = rest.replaceAll(word, '')
  for (const run of WELL_TRODDEN)
    for (let length = run.length; length >= 4; length--)
      for (let start = 0; start + length <= run.length; start++)
        rest = rest.replaceAll(run.slice(start, start + length), '')
  return Array.from(rest).length < 4
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u]

/** Kinds of characters in a password. Scripts without capitals count as other characters. */
function kindsOf(plain: string): number {
  return KINDS.filter(kind => kind.test(plain)).length
}

/** Returns the strength of a password, for a later check when the password itself is no longer available. */
export function strengthOf(password: string): PasswordStrength {
  const plain = normalisePassword(password)
  return { minLength: Array.from(plain).length, kinds: kindsOf(plain) }
}

/** Some 49,000 passwords that people have used, most frequent first (zxcvbn-ts); made a set at the first question. */
let common: ReadonlySet<string> | null = null

/** Returns whether the password is common, also with digits and signs appended. */
function isCommon(folded: string): boolean {
  common ??= new Set(dictionary['passwords-common'])
  const stem = folded.replace(/[^\p{L}]+$/u, '')
  return common.has(folded) || (stem.length >= 4 && common.has(stem))
}

export function passwordProblem(
  password: string,
  names: readonly string[],
  policy: PasswordPolicy,
): PasswordProblem | null {
  const plain = normalisePassword(password)
  const length = Array.from(plain).length
  if (length < policy.minLength) return { word: 'passwordTooShort', limit: policy.minLength }
  if (length > MAX_PASSWORD) return { word: 'passwordTooLong', limit: MAX_PASSWORD }
  const folded = plain.toLowerCase()
  if (names.some(name => name.length >= 3 && folded.includes(normalisePassword(name).toLowerCase())))
    return { word: 'passwordHasName' }
  if (kindsOf(plain) < policy.kinds) return { word: 'passwordFewKinds', limit: policy.kinds }
  if (new Set(folded).size < MIN_DISTINCT || isTrodden(folded) || isCommon(folded)) return { word: 'passwordTooSimple' }
  return null
}

/**
 * Checks a password against a policy.
 * @throws Refusal `kernel.invalid` naming the field
 */
export function mustBeGoodPassword(
  password: string,
  names: readonly string[],
  policy: PasswordPolicy,
  field: string,
): void {
  const problem = passwordProblem(password, names, policy)
  if (problem)
    throw invalid({
      [field]: { key: `identity.field.${problem.word}`, params: 'limit' in problem ? { limit: problem.limit } : {} },
    })
}
