import type { ChannelKind } from '@wattyard/payments/contract'
import type { KnownFormat } from '../../contract/index.ts'

/**
 * What a file tells of.
 *
 * - trade: payments and refunds of a merchant, compared with our records and the books
 * - funds: what a merchant's account at the channel did
 * - account: what a bank account did, compared like trades
 */
export type FileFamily = 'trade' | 'funds' | 'account'

const FAMILIES: Readonly<Record<KnownFormat, FileFamily>> = {
  'wechat-trade': 'trade',
  'wechat-funds': 'funds',
  'alipay-trade': 'trade',
  mt940: 'account',
  camt053: 'account',
}

export const familyOf = (format: KnownFormat): FileFamily => FAMILIES[format]

/** Returns the formats of a family. */
export function formatsOf(family: FileFamily): KnownFormat[] {
  // Object.keys loses the key types; the table is a closed literal.
  return (Object.keys(FAMILIES) as KnownFormat[]).filter(format => FAMILIES[format] === family)
}

/** Formats that each kind of channel makes; a cash desk makes none. */
const OF_CHANNEL: Readonly<Record<ChannelKind, readonly KnownFormat[]>> = {
  wechat: ['wechat-trade', 'wechat-funds'],
  alipay: ['alipay-trade'],
  bank: ['mt940', 'camt053'],
  cash: [],
}

/** Returns whether a kind of channel makes files of a format. */
export const isOfChannel = (kind: ChannelKind, format: KnownFormat): boolean => OF_CHANNEL[kind].includes(format)

/** Formats of files that are compared with our records. */
export const COMPARED_FORMATS = [...formatsOf('trade'), ...formatsOf('account')]
