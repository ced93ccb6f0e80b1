import { hasIban, isIban } from './iban.ts'
import { plainNumber } from './plain-number.ts'

export type AccountNumberFault = 'noAccountNumber' | 'noIban' | 'noForeignAccount'

export type ReadAccountNumber =
  | { readonly ok: true; readonly number: string }
  | { readonly ok: false; readonly fault: AccountNumberFault }

/** Accounts of banks in China have digits alone, from 8 to 32. */
const DIGITS = /^\d{8,32}$/
const FREE = /^[A-Z0-9]{4,34}$/

/**
 * Reads the number of a bank account as people write it. Accounts in China are digits; where the bank's country has the IBAN it is
 * checked, elsewhere letters and digits are accepted.
 */
export function readAccountNumber(country: string, text: string): ReadAccountNumber {
  const number = plainNumber(text)
  if (country === 'CN') return DIGITS.test(number) ? { ok: true, number } : { ok: false, fault: 'noAccountNumber' }
  if (hasIban(country))
    return isIban(number) && number.startsWith(country) ? { ok: true, number } : { ok: false, fault: 'noIban' }
  return FREE.test(number) ? { ok: true, number } : { ok: false, fault: 'noForeignAccount' }
}
