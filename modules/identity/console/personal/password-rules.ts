import type { Me } from '@wattyard/console-kit'

export interface Passwords {
  readonly oldPassword: string
  readonly newPassword: string
  readonly checkPass: string
}

export const EMPTY_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', checkPass: '' }

/** The contract's intended minimum (§5); the server may ask for more. */
const SHORTEST = 6

/** Second rule set of the contract (§5), checked when a field is left; the word for what is wrong, or null. */
export function blurProblem(field: keyof Passwords, { oldPassword, newPassword, checkPass }: Passwords): string | null {
  if (field === 'oldPassword') return oldPassword === '' ? 'oldMissing' : null
  if (field === 'newPassword')
    return newPassword === '' ? 'missing' : Array.from(newPassword).length < SHORTEST ? 'underSix' : null
  if (checkPass === '') return 'againMissing'
  return checkPass === newPassword ? null : 'twoDiffer'
}

/** First rule set, of the dialog in the top bar: checked when it is sent. */
export function dialogProblem(field: keyof Passwords, values: Passwords): string | null {
  if (field === 'oldPassword') return values.oldPassword === '' ? 'oldMissing' : null
  if (field === 'newPassword') {
    if (values.newPassword === '') return 'newMissing'
    return Array.from(values.newPassword).length < SHORTEST ? 'underSix' : null
  }
  return values.checkPass === values.newPassword ? null : 'differ'
}

/**
 * What a new password has to be like, in one line, for the hint of its field. The server checks it; what only it can know
 * (too common, a name in it) is said when it refuses.
 */
export function ruleText(
  t: (key: string, params: Record<string, string | number>) => string,
  { minLength, kinds, remembered }: NonNullable<Me['passwordRule']>,
): string {
  return [
    t('identity.password.ruleLength', { limit: minLength }),
    kinds > 1 && t('identity.password.ruleKinds', { limit: kinds }),
    remembered > 0 && t('identity.password.ruleRemembered', { count: remembered }),
  ]
    .filter(Boolean)
    .join(' · ')
}
