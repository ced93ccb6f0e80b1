/**
 * Our numbers: `P` (a payment), `R` (a part of a refund) or `T` (a refund, which no channel sees), then the 128 bits of the row's id as 26 digits in base 32
 * of Douglas Crockford's alphabet (digits and capitals without I, L, O and U). A number is written by the channel into its bill
 * files and returned with every notification, and leads back to its row without a look-up.
 *
 * 27 characters fit both channels: WeChat Pay takes 6 to 32 of `0-9A-Za-z_|*-` as `out_trade_no` and up to 64 as `out_refund_no`
 * (pay.weixin.qq.com/doc/v3/merchant/4012791877), Alipay up to 64 of `0-9A-Za-z_` as `out_trade_no` and `out_request_no`
 * (opendocs.alipay.com, alipay.trade.precreate and alipay.trade.refund). 62 of the bits are random, so a number cannot be guessed.
 */
export const NUMBER_KINDS = ['payment', 'refundPart', 'refund'] as const
export type NumberKind = (typeof NUMBER_KINDS)[number]

/** Length of every number. */
export const NUMBER_LENGTH = 27

const LETTER_OF = { payment: 'P', refundPart: 'R', refund: 'T' } as const satisfies Record<NumberKind, string>
const KIND_OF = new Map<string, NumberKind>(NUMBER_KINDS.map(kind => [LETTER_OF[kind], kind]))

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGITS = 26
const BITS_PER_DIGIT = 5n
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** 26 digits hold 130 bits, so the first of them is at most 7: otherwise two texts would name one id. */
const NUMBER = /^[PRT][0-7][0-9A-HJKMNP-TV-Z]{25}$/

/**
 * Returns the number of a row. Numbers of one kind sort as their ids do.
 * @param id a UUID as the database writes it: lower case, with hyphens
 * @throws RangeError for any other text
 */
export function numberOf(kind: NumberKind, id: string): string {
  if (!UUID.test(id)) throw new RangeError(`not an id: ${JSON.stringify(id.slice(0, 40))}`)
  let bits = BigInt(`0x${id.replaceAll('-', '')}`)
  let digits = ''
  for (let i = 0; i < DIGITS; i++) {
    digits = `${ALPHABET.charAt(Number(bits & 31n))}${digits}`
    bits >>= BITS_PER_DIGIT
  }
  return `${LETTER_OF[kind]}${digits}`
}

/**
 * Returns the row that a number names, or null when the text is none of our numbers. Strict: each row has one number, and a text
 * in lower case, with a letter that is not in the alphabet, or with spaces is none.
 */
export function readNumber(text: string): { kind: NumberKind; id: string } | null {
  const kind = KIND_OF.get(text.charAt(0))
  if (kind === undefined || !NUMBER.test(text)) return null
  let bits = 0n
  for (const digit of text.slice(1)) bits = (bits << BITS_PER_DIGIT) | BigInt(ALPHABET.indexOf(digit))
  const hex = bits.toString(16).padStart(32, '0')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { kind, id }
}
