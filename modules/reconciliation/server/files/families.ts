import type { ChannelKind } from '@wattyard/payments/contract'
import type { FileFamily, KnownFormat } from '../../contract/index.ts'

const FAMILIES: Readonly<Record<KnownFormat, FileFamily>> = {
  'wechat-trade': 'trade',
  'wechat-funds': 'funds',
  'alipay-trade': 'trade',
  mt940: 'account',
  camt053: 'account',
}

export const familyOf = (format: KnownFormat): FileFamily => FAMILIES[format]

/** Formats that each kind of channel makes by itself; a cash desk makes none. */
const OF_CHANNEL: Readonly<Record<ChannelKind, readonly KnownFormat[]>> = {
  wechat: ['wechat-trade', 'wechat-funds'],
  alipay: ['alipay-trade'],
  bank: ['mt940', 'camt053'],
  cash: [],
}

/** Returns whether a kind of channel makes files of a format. */
export const isOfChannel = (kind: ChannelKind, format: KnownFormat): boolean => OF_CHANNEL[kind].includes(format)

/** What described files of each kind of channel may tell of: an acquirer's merchant account is paid out to a bank account, and is none. */
export const FAMILIES_OF_CHANNEL: Readonly<Record<ChannelKind, readonly FileFamily[]>> = {
  wechat: ['trade', 'funds'],
  alipay: ['trade', 'funds'],
  bank: ['account', 'trade', 'funds'],
  cash: [],
}

/** What is compared with our records. */
export const COMPARED_FAMILIES: readonly FileFamily[] = ['trade', 'account']

/** Families of which a channel has one file for a day: two that are compared tell of the same money. */
export const rivalsOf = (family: FileFamily): readonly FileFamily[] =>
  COMPARED_FAMILIES.includes(family) ? COMPARED_FAMILIES : [family]
