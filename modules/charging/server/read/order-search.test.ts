import { col } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld
let order: { id: string; orderNo: string }
const NAME = '欧阳测试甲'

beforeAll(async () => {
  charging = await chargingServer()
  world = await charging.world()
  const session = world.session()
  await world.tell(session.started())
  // Another one, of nobody's card at another pile's connector, that no search may bring along.
  await world.tell(world.session({ connector: 2, tag: null }).started())
  await world.server.db.platform(async tx => {
    await tx.execute(
      `update members_member set name = $2, search_text = lower(code || ' ' || $2) where tenant_id = $1 and id = $3`,
      [world.tenantId, NAME, world.member.memberId],
    )
    await tx.execute('update assets_pile set search_text = lower(code) where tenant_id = $1', [world.tenantId])
  })
  const { data } = await world.server.call('/api/charging/order/get', { id: session.id }, { as: world.as })
  order = data
})
afterAll(() => charging.close())

const READS = ['charging.order:read', 'assets.pile:read', 'members.member:read']
const found = async (q: string, as = world.as): Promise<readonly string[]> => {
  const { data, msg } = await world.server.call('/api/charging/order/list', { q }, { as })
  return data?.list?.map((one: { id: string }) => one.id) ?? msg
}

test('orders are found by the beginning of their number, by card, by its end, and by what pile and member are called', async () => {
  const { tag } = world.member
  for (const q of [
    order.orderNo,
    order.orderNo.slice(0, -1),
    order.orderNo.toLowerCase(),
    tag,
    tag.toLowerCase(),
    tag.slice(-4),
    tag.slice(-4).toLowerCase(),
    NAME,
    '测试甲',
  ])
    expect(await found(q), q).toEqual([order.id])
  expect(await found(world.pile.code)).toHaveLength(2)
  for (const q of ['ZZZZ', tag.slice(0, -1), `${order.orderNo}0`]) expect(await found(q), q).toEqual([])
})

test('who sees people masked finds nobody by what is hidden, and nothing through what they may not read', async () => {
  const masked = callerWith({ tenantId: world.tenantId, permissions: READS })
  const { tag } = world.member
  for (const q of [NAME, '测试甲', tag, tag.slice(1, -1)]) expect(await found(q, masked), q).toEqual([])
  expect(await found(world.pile.code, masked)).toHaveLength(2)
  const ordersAlone = callerWith({
    tenantId: world.tenantId,
    permissions: ['charging.order:read', 'platform.personal:see'],
  })
  for (const q of [NAME, world.pile.code]) expect(await found(q, ordersAlone), q).toEqual([])
  expect(await found(order.orderNo, ordersAlone)).toEqual([order.id])
})

test('who may look up a card by its whole number is logged however it was typed', async () => {
  const { tag } = world.member
  const agent = callerWith({ tenantId: world.tenantId, permissions: [...READS, 'platform.personal:reveal'] })
  const entries = () =>
    world.server.db.tenant(world.tenantId, tx =>
      tx.query({ actor_id: col.uuid.orNull }, "select actor_id from kernel_audit where action = 'lookUp'"),
    )
  // The same text again is no second look; a card may begin with digits, which have no small form.
  const typed = new Set([tag, tag.toLowerCase(), tag.toLowerCase().replace(/[a-z]/, first => first.toUpperCase())])
  for (const [times, q] of [...typed].entries()) {
    expect(await found(q, agent), q).toEqual([order.id])
    expect(await entries(), q).toHaveLength(times + 1)
  }
})

test('the sums under the list are those of the search', async () => {
  const { data } = await world.server.call('/api/charging/order/totals', { q: 'ZZZZ' }, { as: world.as })
  expect(data).toMatchObject({ rows: 0 })
})
