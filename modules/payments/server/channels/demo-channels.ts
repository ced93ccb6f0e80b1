import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { channel, type ChannelKind, isByHand } from '../../contract/index.ts'
import type { StoredChannel } from './stored-channel.ts'

const DEMO_CHANNELS = [
  { code: 'BANK', name: '对公银行账户', kind: 'bank', note: null },
  { code: 'CASH', name: '客服前台现金', kind: 'cash', note: null },
  { code: 'WECHAT', name: '微信支付', kind: 'wechat', note: '更换系统前的商户号，已停用；以前的充值保留在此' },
  { code: 'ALIPAY', name: '支付宝', kind: 'alipay', note: '更换系统前的商户号，已停用；以前的充值保留在此' },
] as const satisfies readonly { code: string; name: string; kind: ChannelKind; note: string | null }[]

/** Creates the channels of the demo, one of each kind; those that people enter payments for are open. */
export async function insertDemoChannels(tx: Tx, tenantId: string): Promise<ReadonlyMap<ChannelKind, StoredChannel>> {
  const made = DEMO_CHANNELS.map(one => {
    const id = newId()
    const state: StoredChannel['state'] = isByHand(one.kind) ? 'open' : 'off'
    return { ...one, id, state, clearing_owner: id }
  })
  await tx.execute(
    `insert into payments_channel (tenant_id, id, code, name, kind, state, clearing_owner, note, search_text)
     select $1, id, code, name, kind, state, id::text, note, search
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as f(id, code, name, kind, state, note, search)`,
    [
      tenantId,
      made.map(one => one.id),
      made.map(one => one.code),
      made.map(one => one.name),
      made.map(one => one.kind),
      made.map(one => one.state),
      made.map(one => one.note),
      made.map(one => searchText(channel, one)),
    ],
  )
  return new Map(made.map(one => [one.kind, one]))
}
