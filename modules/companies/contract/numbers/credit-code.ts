/** Characters of a unified social credit code in the order of their values (GB 32100-2015): without I, O, S, V and Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const BODY_LENGTH = 17
/** Department and kind, six digits of the district, nine characters of the organisation code, and the check character. */
const SHAPE = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

/**
 * Returns the check character of the first 17 characters of a unified social credit code: weights are powers of 3 modulo 31
 * (GB 32100-2015, 5.6). Null for anything but 17 characters of the code.
 */
export function creditCheck(body: string): string | null {
  if (body.length !== BODY_LENGTH) return null
  let sum = 0
  let weight = 1
  for (const character of body) {
    const value = CHARACTERS.indexOf(character)
    if (value < 0) return null
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return CHARACTERS.charAt((31 - (sum % 31)) % 31)
}

/** Returns whether a text in capitals is a unified social credit code with the right check character. */
export function isCreditCode(text: string): boolean {
  return SHAPE.test(text) && creditCheck(text.slice(0, BODY_LENGTH)) === text.charAt(BODY_LENGTH)
}
