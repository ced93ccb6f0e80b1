import { requestNumber } from '@wattyard/gateway/server'
import { testGateway } from '@wattyard/gateway/testing'
import { aMember } from '@wattyard/members/testing'
import { col, createLiveBus, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { systemClock } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld } from '../../testing/charging-world.ts'
import { createStartDecider } from './decide-starts.ts'
import { StartBook } from './start-book.ts'

let charging: ChargingServer
let world: ChargingWorld

beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
  world.ports.piles.forget()
})
afterAll(() => charging.close())

const start = (input: Record<string, unknown>, as = world.as) =>
  // As a form sends it.
  world.server.call('/api/charging/start', { pile: world.pile.id, connector: '1', ...input }, { as, key: newId() })

async function cardOf(memberId: string): Promise<string> {
  const rows = await world.server.db.tenant(world.tenantId, tx =>
    tx.query({ id: col.uuid }, 'select id from members_tag where member_id = $1', [memberId]),
  )
  return rows[0]?.id ?? ''
}

describe('a remote start', () => {
  test('goes to the connector for the card of a member', async () => {
    const card = await cardOf(world.member.memberId)
    const answer = await start({ card })
    expect(answer, answer.text).toMatchObject({ success: true, data: { command: expect.any(String) } })
    expect(world.ports.piles.starts).toMatchObject([{ pileId: world.pile.id, connector: 1, tag: world.member.tag }])
  })

  test.each([
    ['😀 卡', '卡号只含字母、数字和半角符号，不含空格、汉字或表情'],
    ['A B', '卡号只含字母、数字和半角符号，不含空格、汉字或表情'],
    ['x'.repeat(37), '卡号只含字母、数字和半角符号，不含空格、汉字或表情'],
    ['', '必填'],
  ])('by the number %j is refused at its field', async (tag, said) => {
    expect((await start({ tag })).data.fields).toEqual({ tag: said })
    expect(world.ports.piles.starts).toEqual([])
  })

  test('by a card that is blocked says so at its field', async () => {
    const lost = await world.server.db.platform(tx => aMember(tx, world.tenantId, { tagStatus: 'lost' }))
    const gone = await world.server.db.platform(tx => aMember(tx, world.tenantId, { status: 'blocked' }))
    expect((await start({ card: await cardOf(lost.memberId) })).data.fields).toEqual({ card: '该卡已挂失' })
    expect((await start({ card: await cardOf(gone.memberId) })).data.fields).toEqual({ card: '持卡会员已停用' })
    expect((await start({ tag: lost.tag })).data.fields).toEqual({ tag: '该卡已挂失' })
    expect((await start({ tag: gone.tag.toLowerCase() })).data.fields).toEqual({ tag: '持卡会员已停用' })
  })

  test('is open to nobody without its permission, and a card to nobody who does not read cards', async () => {
    const { tenantId } = world
    const card = await cardOf(world.member.memberId)
    const desk = callerWith({ tenantId, permissions: ['gateway.command:remoteStart', 'assets.pile:read'] })
    expect(await start({ card }, desk)).toMatchObject({ status: 403 })
    expect(
      await start({ tag: 'CARD-1' }, callerWith({ tenantId, permissions: ['gateway.command:read'] })),
    ).toMatchObject({ status: 403 })
    expect(await start({ tag: 'CARD-1' }, desk)).toMatchObject({ success: true })
  })
})

test('a start is followed to its order, and to the reason why no charge began', async () => {
  const { tenantId } = world
  const bus = createLiveBus()
  const bed = await testGateway({
    db: charging.server.db,
    tenantId,
    decider: createStartDecider(systemClock, new StartBook(), bus),
  })
  const pile = await bed.addPile({ tenantId, connectorCount: 2 })
  const [command] = await world.server.db.tenant(tenantId, tx =>
    bed.gateway.queueCommand(tx, {
      tenantId,
      piles: [{ pileId: pile.pileId, stationId: pile.stationId }],
      command: { kind: 'remote-start', tag: world.member.tag, connector: 1, remoteStartId: requestNumber() },
      by: '客服',
    }),
  )
  const followed = async (as = world.as) =>
    (await world.server.call('/api/charging/start/follow', { ids: command?.id }, { as })).data.list
  expect(await followed()).toMatchObject([
    { command: command?.id, order: command?.sessionId, state: 'starting', closeReason: null },
  ])
  await world.server.db.tenant(tenantId, tx =>
    tx.execute("update charging_order set state = 'closed', close_reason = 'start-invalid' where id = $1", [
      command?.sessionId,
    ]),
  )
  expect(await followed()).toMatchObject([{ state: 'closed', closeReason: 'start-invalid' }])
  const other = await charging.world()
  expect(await followed(other.as)).toEqual([])
  await bed.stop()
})
