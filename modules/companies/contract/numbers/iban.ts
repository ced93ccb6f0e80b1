/** Lengths of the IBAN by country (SWIFT registry, release 98), for the countries that companies can be of. */
const LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  CH: 21,
  DE: 22,
  DK: 18,
  ES: 24,
  FR: 27,
  GB: 22,
  IE: 22,
  IT: 27,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  SE: 24,
}

/** Returns whether accounts of a country are named by an IBAN. */
export const hasIban = (country: string): boolean => country in LENGTHS

/** Returns the remainder modulo 97 of a number of any length. */
function modulo97(digits: string): number {
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** Returns whether a text in capitals without spaces is an IBAN: length of its country, and 1 modulo 97 (ISO 13616). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(text)) return false
  const length = LENGTHS[text.slice(0, 2)]
  if (length !== undefined && text.length !== length) return false
  const turned = `${text.slice(4)}${text.slice(0, 4)}`
  return modulo97(turned.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))) === 1
}
