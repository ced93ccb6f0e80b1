const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the business number of an order: `yyMMddHHmmss` of the start in UTC+8 and eight characters from the session's random
 * bits (Crockford base 32), so that people can read it out on the phone and cannot guess another. The same session always gives
 * the same number.
 */
export function orderNoOf(sessionId: string, startedAt: number): string {
  const stamp = new Date(startedAt + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14)
  let bits = BigInt(`0x${sessionId.replaceAll('-', '').slice(-10)}`)
  let text = ''
  for (let i = 0; i < 8; i++) {
    text = DIGITS[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return stamp + text
}
