import type { Fact, MeterRead } from '@wattyard/gateway/contract'
import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

/* Energy that flowed and that nobody can put a price on: it is not given up on one person's word, in no way. */

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
  world = await charging.world()
})
afterAll(() => charging.close())

type Measured = Partial<MeterRead['samples'][number]>

/** Two hours without a register; each reading says only this. */
async function unmetered(saying: (i: number) => Measured): Promise<string> {
  const session = world.session()
  const facts: Fact[] = [session.started()]
  for (let i = 0; i < 12; i++) {
    wait(world, 10)
    const read = session.read(0n) as MeterRead // built as one
    facts.push({ ...read, samples: read.samples.map(sample => ({ ...sample, register: null, ...saying(i) })) })
  }
  wait(world, 1)
  facts.push(session.stopped(null))
  await world.tell(...facts)
  expect((await world.row(session.id)).state).toBe('abnormal')
  return session.id
}

const command = (name: string, input: Record<string, unknown>) =>
  world.server.call(`/api/charging/order/${name}`, { reason: '核对', ...input }, { as: world.as, key: newId() })

test.each([
  ['power', () => ({ powerW: 60_000 })],
  ['a battery that filled up', (i: number) => ({ powerW: null, socPermille: 200 + 50 * i })],
])('told by %s', async (_what, saying) => {
  for (const [name, input] of [
    ['waive', {}],
    ['settleByHand', { energy: '0' }],
    ['settleByHand', { energy: '0.001' }],
  ] as const) {
    const id = await unmetered(saying)
    expect((await command(name, { id, ...input })).data.waitsForApproval).toBe(true)
    expect((await world.row(id)).state).toBe('abnormal')
  }
})

test('a battery that never filled up and no power: one person may close it', async () => {
  const id = await unmetered(() => ({ powerW: null, socPermille: 500 }))
  expect((await command('waive', { id })).data.state).toBe('closed')
})

test('an end without its start, above what the meter showed before: its energy is not given up by one', async () => {
  const former = world.session({ meterStart: 1_000_000n })
  const start = former.started()
  wait(world, 30)
  await world.tell(start, former.stopped(100_000n))
  expect((await world.row(former.id)).state).toBe('settled')
  for (const [name, input] of [
    ['waive', {}],
    ['settleByHand', { energy: '0' }],
  ] as const) {
    const alone = world.session({ meterStart: 1_100_000n })
    wait(world, 60)
    await world.tell(alone.stopped(500_000n))
    expect((await command(name, { id: alone.id, ...input })).data.waitsForApproval).toBe(true)
  }
})
