import { tenantById } from '@wattyard/identity/server'
import type { ChannelKind } from '@wattyard/payments/contract'
import { Refusal, type Tx } from '@wattyard/server-kit'

/** WeChat Pay and Alipay count days in the zone of the mainland, wherever their merchant is. */
const CHINA = 'Asia/Shanghai'

/** Returns the zone in which a channel counts its days; a bank counts them where the company is. @throws Refusal `kernel.notFound` */
export async function zoneOfChannel(tx: Tx, tenantId: string, kind: ChannelKind): Promise<string> {
  if (kind === 'wechat' || kind === 'alipay') return CHINA
  const tenant = await tenantById(tx, tenantId)
  if (!tenant) throw new Refusal('kernel.notFound', { status: 404 })
  return tenant.zone
}
