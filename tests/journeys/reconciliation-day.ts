import { localDayOf } from '@wattyard/time'
import { aMember } from '@wattyard/members/testing'
import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { aChannel } from '@wattyard/payments/testing'
import { aPaidCode, atMinute } from '@wattyard/reconciliation/testing'
import { col } from '@wattyard/server-kit'
import { freshName, inDatabase } from './people.ts'

/** A channel of the home company with payments of a day, and what the channel writes of them. */
export interface DayOfChannel {
  readonly channel: string
  readonly name: string
  readonly day: string
  readonly bill: Buffer
  /** Number of a payment that the bill has under another one, and that one. */
  readonly missing: string
  readonly alien: string
  /** Number of the payment with another amount. */
  readonly otherAmount: string
}

/**
 * Books payments by code of today. The bill has most of them as they are, one with another amount, and one under a number that nobody
 * here knows.
 */
export async function aDayOfChannel(): Promise<DayOfChannel> {
  const name = freshName('微信')
  const day = localDayOf(Date.now(), 'Asia/Shanghai')
  const { channelId, rows, missing, other } = await inDatabase(db =>
    db.platform(async tx => {
      const [home] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home')
      if (!home) throw new Error('nobody runs the installation')
      const tenantId = home.tenant_id
      const channelId = await aChannel(tx, tenantId, 'wechat', name)
      const { memberId } = await aMember(tx, tenantId)
      const pay = (amount: bigint, minute: number) =>
        aPaidCode(tx, { tenantId, channelId, memberId, amount, at: atMinute(day, minute) })
      const rows: TrueRow[] = []
      for (const [at, amount] of [5_000n, 12_050n, 3_000n, 880n].entries()) rows.push(await pay(amount, at))
      const other = await pay(20_000n, 8)
      rows.push({ ...other, amount: 19_900n, gross: 19_900n, fee: 119n })
      return { channelId, rows, other, missing: await pay(6_660n, 10) }
    }),
  )
  // The channel has the number of the one that is missing, and somebody else's number of the merchant.
  const alien = { ...missing, orderNo: freshName('OLD') }
  return {
    channel: channelId,
    name,
    day,
    bill: Buffer.from(utf8(wechatTradeLines([...rows, alien]))),
    missing: missing.orderNo,
    alien: alien.orderNo,
    otherAmount: other.orderNo,
  }
}
