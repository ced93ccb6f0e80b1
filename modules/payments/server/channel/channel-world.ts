import type { Database, LiveBus, Reach, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'

/** Where the channels are, and how this installation reaches them and is reached. */
export interface ChannelPlaces {
  /** Origin of WeChat Pay. */
  wechatPay: string
  reach: Reach
  /** Origin at which channels reach this installation, `https:`; null when it has none, so that no channel can be opened. */
  ownOrigin: string | null
}

/** What the channels of this module need. */
export interface ChannelWorld {
  db: Database
  clock: Clock
  /** Key of 32 bytes that seals the merchants' keys. */
  sealKey: Uint8Array
  places: ChannelPlaces
  live?: LiveBus | undefined
  /** Returns which of some channels other records name, which would be left without them. */
  channelsInUse?: (tx: Tx, tenantId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Origin of WeChat Pay for merchants in the mainland. */
export const WECHAT_PAY = 'https://api.mch.weixin.qq.com'

/** Path of notifications, below `/chg`. */
export const NOTICE_PATH = '/pubapi/payments/notice/:tenant/:channel'

/** Returns where a channel tells of its payments. */
export function noticeUrl(origin: string, tenantId: string, channelId: string): string {
  return `${origin}/chg${NOTICE_PATH.replace(':tenant', tenantId).replace(':channel', channelId)}`
}
