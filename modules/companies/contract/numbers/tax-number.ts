import { isCreditCode } from './credit-code.ts'
import { plainNumber } from './plain-number.ts'
import { isSpanishTaxNumber } from './spanish-tax-number.ts'

/** Why a text is no tax number of a country; the key of its word below `companies.field`. */
export type TaxNumberFault = 'creditCodeLength' | 'creditCodeCheck' | 'noNif' | 'noTaxNumber'

export type ReadTaxNumber =
  | { readonly ok: true; readonly number: string }
  | { readonly ok: false; readonly fault: TaxNumberFault }

const CREDIT_CODE_LENGTH = 18
/** Numbers of countries whose rule we do not check. */
const FREE = /^[A-Z0-9]{4,20}$/

/**
 * Reads a tax number as people write it: full-width, in small letters, with spaces or dashes; in Spain also with the country before it.
 * China has the unified social credit code (GB 32100-2015), Spain the NIF with its check character; others are free within bounds.
 */
export function readTaxNumber(country: string, text: string): ReadTaxNumber {
  const number = plainNumber(text)
  if (country === 'CN') {
    if (number.length !== CREDIT_CODE_LENGTH) return { ok: false, fault: 'creditCodeLength' }
    return isCreditCode(number) ? { ok: true, number } : { ok: false, fault: 'creditCodeCheck' }
  }
  if (country === 'ES') {
    const own = number.startsWith('ES') && number.length === 11 ? number.slice(2) : number
    return isSpanishTaxNumber(own) ? { ok: true, number: own } : { ok: false, fault: 'noNif' }
  }
  return FREE.test(number) ? { ok: true, number } : { ok: false, fault: 'noTaxNumber' }
}
