import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PileClient, servedGateway, type ServedGateway, type TestPile } from '../testing/index.ts'

// A command that interrupts a pile, followed until the pile is back; and the maker's own code of a fault.

let served: ServedGateway
beforeAll(async () => {
  served = await servedGateway({ settings: { commandTimeout_ms: 2_500 } })
})
afterAll(() => served.close())

async function sendTo(pile: TestPile, client: PileClient, name: string, input: object, status = 'Accepted') {
  const { data } = await served.server.call(
    `/api/device/command/${name}`,
    { piles: [pile.pileId], ...input },
    { as: served.as, key: newId() },
  )
  const { id } = data.list[0]
  const asked = await client.asked()
  client.answer(asked.id, { status })
  await served.server.call('/api/device/command/answer', { id }, { as: served.as })
  return id
}
async function follow(id: string, as = served.as) {
  await served.bed.gateway.settled()
  const { data } = await served.server.call('/api/device/command/follow', { ids: [id] }, { as, method: 'GET' })
  return data.list
}
const age = async (id: string, by: string) => {
  await served.bed.gateway.settled()
  await served.server.db.platform(async tx => {
    await tx.execute('update gateway_command set sent_at = sent_at - $2::interval where id = $1', [id, by])
    await tx.execute(
      `update gateway_event e set at = e.at - $2::interval from gateway_command c where c.id = $1 and e.pile_id = c.pile_id`,
      [id, by],
    )
  })
}

test('a reset is followed: taken, disconnected, back after some seconds', async () => {
  const pile = await served.bed.addPile()
  const client = await served.bed.connect(pile)
  const id = await sendTo(pile, client, 'reset', { mode: 'soft' })
  expect(await follow(id)).toEqual([{ id, is: 'waits', leftAt: null, backAt: null, seconds: null }])
  await client.close()
  expect(await follow(id)).toMatchObject([{ is: 'away', leftAt: expect.any(Number), backAt: null }])
  await age(id, '6 minutes')
  expect(await follow(id)).toMatchObject([{ is: 'lost' }])
  const again = await served.bed.connect(pile)
  await again.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' })
  expect(await follow(id)).toMatchObject([{ is: 'back', backAt: expect.any(Number) }])
  expect((await follow(id))[0].seconds).toBeGreaterThanOrEqual(360)
  // Of another part of the company nothing is told.
  const elsewhere = { ...served.as, scope: { operators: [served.as.userId], stations: null, investors: null } }
  expect(await follow(id, elsewhere)).toEqual([])
  await again.close()
})

test('a pile that stays is not said to have come back, and commands that interrupt nothing are not followed', async () => {
  const pile = await served.bed.addPile()
  const client = await served.bed.connect(pile)
  const id = await sendTo(pile, client, 'reset', { mode: 'soft' })
  await age(id, '5 minutes')
  expect(await follow(id)).toMatchObject([{ is: 'stayed' }])
  expect(await follow(await sendTo(pile, client, 'clearCache', {}))).toEqual([])
  expect(await follow(await sendTo(pile, client, 'reset', { mode: 'soft' }, 'Rejected'))).toEqual([])
  await client.close()
})

async function codesOf(pile: TestPile): Promise<unknown[]> {
  await served.bed.gateway.settled()
  const { data } = await served.server.call(
    '/api/device/connectorState/list',
    { piles: [pile.pileId] },
    { as: served.as, method: 'GET' },
  )
  return data.list.map((one: { connector: number; error: unknown; vendorError: unknown }) => [
    one.connector,
    one.error,
    one.vendorError,
  ])
}

test('OCPP 1.6 tells the maker’s code with the state, and it goes with the fault', async () => {
  const pile = await served.bed.addPile()
  const client = await served.bed.connect(pile)
  const report = async (status: string, more: object) =>
    client.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', ...more })
  await report('Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E21' })
  expect(await codesOf(pile)).toEqual([[1, 'GroundFailure', 'E21']])
  await report('Faulted', { errorCode: 'OtherError' })
  expect(await codesOf(pile)).toEqual([[1, 'OtherError', null]])
  await report('Faulted', { errorCode: 'GroundFailure', vendorErrorCode: 'E21' })
  await report('Available', {})
  expect(await codesOf(pile)).toEqual([[1, null, null]])
  await client.close()
})

test('OCPP 2.0.1 tells it in an event, before or after the state; the next idle state ends it', async () => {
  const pile = await served.bed.addPile()
  const client = await served.bed.connect(pile, 'ocpp2.0.1')
  const state = async (connectorStatus: string) =>
    client.call('StatusNotification', {
      timestamp: new Date().toISOString(),
      connectorStatus,
      evseId: 1,
      connectorId: 1,
    })
  const tell = async (more: object) =>
    client.call('NotifyEvent', {
      generatedAt: new Date().toISOString(),
      seqNo: 0,
      eventData: [
        {
          eventId: 1,
          timestamp: new Date().toISOString(),
          trigger: 'Alerting',
          actualValue: 'true',
          eventNotificationType: 'HardWiredNotification',
          component: { name: 'Connector', evse: { id: 1, connectorId: 1 } },
          variable: { name: 'Problem' },
          ...more,
        },
      ],
    })
  await state('Available')
  await tell({ techCode: '0x4F' })
  await state('Faulted')
  expect(await codesOf(pile)).toEqual([[1, null, '0x4F']])
  await tell({ techCode: '0x50' })
  expect(await codesOf(pile)).toEqual([[1, null, '0x50']])
  await tell({ techCode: '0x50', cleared: true })
  expect(await codesOf(pile)).toEqual([[1, null, null]])
  // What is heard while a former batch waits is written in one batch.
  const together = (tellAll: () => Promise<unknown>) =>
    served.server.db.platform(async tx => {
      await tx.execute('select 1 from gateway_connector_state where pile_id = $1 for update', [pile.pileId])
      await state('Unavailable')
      await tellAll()
    })
  await together(async () => {
    await tell({ techCode: '0x51' })
    await state('Available')
  })
  expect(await codesOf(pile)).toEqual([[1, null, null]])
  await together(async () => {
    await tell({ techCode: '0x52' })
    await state('Available')
    await tell({ techCode: '0x53' })
    await state('Faulted')
  })
  expect(await codesOf(pile)).toEqual([[1, null, '0x53']])
  await client.close()
})
