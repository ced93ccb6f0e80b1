import type { KnownFormat } from '../../contract/index.ts'

/** Bytes in which each format says what it is. */
export const HEAD_BYTES = 4_096

/** Names that only one format has in its head. */
const MARKS: readonly (readonly [KnownFormat, RegExp])[] = [
  ['wechat-trade', /微信订单号/],
  ['wechat-funds', /资金流水单号|微信支付业务单号/],
  ['alipay-trade', /^\s*#?支付宝/],
  ['camt053', /<(?:\w+:)?Document\b|camt\.053/],
  ['mt940', /^\s*(?:\{1:|:20:)/],
]

/** Returns the format that the beginning of a file, unpacked, is in; null for none that is known. */
export function detectFormat(head: Uint8Array): KnownFormat | null {
  const bytes = head.subarray(0, HEAD_BYTES)
  // Cut in the middle of a character: what is lost there is no mark.
  const texts = ['utf-8', 'gbk'].map(encoding => new TextDecoder(encoding).decode(bytes))
  return MARKS.find(([, mark]) => texts.some(text => mark.test(text)))?.[0] ?? null
}
