import { col, noteInLog, type Tx } from '@wattyard/server-kit'
import type { ChannelWorld } from './channel-world.ts'
import type { PaymentChannel } from './payment-channel.ts'
import { keepCertificates, type MerchantKeys, readKeys } from './stored-keys.ts'
import { createWechatPay } from './wechat-pay.ts'
import { createWechatWire } from './wechat-wire.ts'

/** A channel whose merchant has keys. */
export interface OpenedDoor {
  door: PaymentChannel
  merchantNo: string
  appNo: string
}

/** Opens the doors of channels; what was opened is kept for as long as the keys stay the same. */
export interface ChannelDoors {
  /** Returns null for a channel that has no keys, or none that open, no merchant, or is none of those that are asked. */
  open(tx: Tx, tenantId: string, channelId: string): Promise<OpenedDoor | null>
}

/** More merchants than one installation has; the oldest is opened again when it is asked. */
const MOST_KEPT = 500

/** Creates the doors of this installation. */
export function createChannelDoors({ db, clock, sealKey, places }: ChannelWorld): ChannelDoors {
  const kept = new Map<string, { keys: MerchantKeys; opened: OpenedDoor }>()
  const make = (tenantId: string, channelId: string, keys: MerchantKeys, mchid: string, appid: string): OpenedDoor => {
    const own = { tenantId, channelId }
    const { version } = keys
    const wire = createWechatWire(
      {
        mchid,
        keys,
        keep: (certificates, at) =>
          db.tenant(tenantId, tx => keepCertificates(tx, own, { version, certificates, at })).then(() => undefined),
      },
      {
        origin: places.wechatPay,
        reach: places.reach,
        now: () => clock.now(),
        note: noteInLog(db, tenantId),
      },
    )
    const door = createWechatPay({ mchid, appid, apiV3Key: keys.apiV3Key }, wire)
    return { door, merchantNo: mchid, appNo: appid }
  }
  return {
    async open(tx, tenantId, channelId) {
      const before = kept.get(channelId)
      const [row] = await tx.query(
        { merchant_no: col.text.orNull, app_no: col.text.orNull },
        `select merchant_no, app_no from payments_channel c where tenant_id = $1 and id = $2 and kind = 'wechat'
           and not exists (select from payments_lost_keys l where l.tenant_id = c.tenant_id and l.channel_id = c.id)`,
        [tenantId, channelId],
      )
      if (!row || row.merchant_no === null || row.app_no === null) return null
      const keys = await readKeys(tx, sealKey, { tenantId, channelId }, before?.keys)
      if (keys === null) return null
      if (before?.keys === keys) return before.opened
      const opened = make(tenantId, channelId, keys, row.merchant_no, row.app_no)
      const [oldest] = kept.keys()
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(channelId, { keys, opened })
      return opened
    },
  }
}
