/** Check letters of a Spanish identity number by its remainder modulo 23 (Real Decreto 1553/2005; Orden EHA/451/2008 for K, L and M). */
const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
/** Check letters of a company's number by its check digit. */
const COMPANY_LETTERS = 'JABCDEFGHI'
/** First digit of a foreigner's number by its letter. */
const FOREIGNER = 'XYZ'

const letterOf = (digits: string): string => PERSON_LETTERS.charAt(Number(digits) % 23)

/** Returns the check digit of a company's seven digits: those in odd places count double, by the sum of their digits. */
function companyDigit(digits: string): number {
  let sum = 0
  for (const [at, character] of Array.from(digits).entries()) {
    const value = Number(character) * (at % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** Kinds of company whose check is a digit, and those whose check is a letter; others have either. */
const WITH_DIGIT = /^[ABEH]/
const WITH_LETTER = /^[NPQRSW]/

function isCompany(text: string): boolean {
  const check = companyDigit(text.slice(1, 8))
  const told = text.charAt(8)
  const isDigit = told === String(check)
  const isLetter = told === COMPANY_LETTERS.charAt(check)
  // A company of abroad has the province 00 and a letter.
  if (WITH_LETTER.test(text) || text.slice(1, 3) === '00') return isLetter
  return WITH_DIGIT.test(text) ? isDigit : isDigit || isLetter
}

/** Returns whether a text in capitals is a Spanish tax number (NIF) of a person, a foreigner or a company, with the right check. */
export function isSpanishTaxNumber(text: string): boolean {
  if (/^\d{8}[A-Z]$/.test(text)) return letterOf(text.slice(0, 8)) === text.charAt(8)
  if (/^[XYZ]\d{7}[A-Z]$/.test(text))
    return letterOf(`${FOREIGNER.indexOf(text.charAt(0))}${text.slice(1, 8)}`) === text.charAt(8)
  if (/^[KLM]\d{7}[A-Z]$/.test(text)) return letterOf(text.slice(1, 8)) === text.charAt(8)
  return /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(text) && isCompany(text)
}
