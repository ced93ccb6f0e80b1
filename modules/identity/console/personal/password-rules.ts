import type { Me } from '@wattyard/console-kit'

export interface Passwords {
  readonly oldPassword: string
  readonly newPassword: string
  readonly checkPass: string
}

export const EMPTY_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', checkPass: '' }

/** Minimum length intended by the contract (§5); the server may require more. */
const SHORTEST = 6

/**
 * Checks a field by the contract's second rule set (§5), when it is left. Returns the key of the error; null when there is none.
 */
export function blurProblem(field: keyof Passwords, { oldPassword, newPassword, checkPass }: Passwords): string | null {
  if (field === 'oldPassword') return oldPassword === '' ? 'oldMissing' : null
  if (field === 'newPassword')
    return newPassword === '' ? 'missing' : Array.from(newPassword).length < SHORTEST ? 'underSix' : null
  if (checkPass === '') return 'againMissing'
  return checkPass === newPassword ? null : 'twoDiffer'
}

/** Checks a field by the first rule set, of the dialog in the top bar, when it is sent. */
export function dialogProblem(field: keyof Passwords, values: Passwords): string | null {
  if (field === 'oldPassword') return values.oldPassword === '' ? 'oldMissing' : null
  if (field === 'newPassword') {
    if (values.newPassword === '') return 'newMissing'
    return Array.from(values.newPassword).length < SHORTEST ? 'underSix' : null
  }
  return values.checkPass === values.newPassword ? null : 'differ'
}

/**
 * Returns the rule for a new password in one line, for the hint of its field. The server checks the password; rules that only it
 * can check (too common, contains a name) are named when it refuses.
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
