import type { Fact } from '@wattyard/gateway/contract'
import { newId, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

/* One charge that is told again otherwise, and others that only look alike. */

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world({ principal: 10_000_000n })
  wait(world, 600)
})
afterAll(() => charging.close())

interface Telling {
  name?: string
  connector?: number
  tag?: string
}

/** A session from so many minutes ago, for so many, between two registers of 1e-4 kWh. */
function told(
  [meterStart, meterStop]: readonly [bigint, bigint],
  [ago, minutes]: readonly [number, number],
  { name, ...more }: Telling = {},
): { id: string; facts: Fact[] } {
  const session = world.session({ meterStart, ...more })
  const now = world.clock.now()
  world.clock.set(now - ago * 60_000)
  const start = session.started()
  world.clock.set(now - (ago - minutes) * 60_000)
  const stop = session.stopped(meterStop - meterStart)
  world.clock.set(now)
  return { id: session.id, facts: [name === undefined ? start : ({ ...start, transactionId: name } as Fact), stop] } // a start with another number is a start
}

const TEN_KWH = [1_000_000n, 1_100_000n] as const
const stateOf = async ({ id }: { id: string }): Promise<string> => (await world.row(id)).state
const caseOf = ({ id }: { id: string }) =>
  world.server.db.platform(async tx => {
    const rows = await tx.query(
      { code: col.text },
      "select code from charging_finding where order_id = $1 and state = 'open' and blocks order by code",
      [id],
    )
    return rows.map(({ code }) => code)
  })
const command = (name: string, input: Record<string, unknown>) =>
  world.server.call(`/api/charging/order/${name}`, { reason: '核对', ...input }, { as: world.as, key: newId() })
const twoCables = () =>
  world.server.db.tenant(world.tenantId, tx =>
    tx.execute('update assets_pile set connector_count = 2, connectors_per_evse = 2 where id = $1', [world.pile.id]),
  )

test.each([
  ['without its connector first', 0, 1],
  ['without its connector the second time', 1, 0],
])('told %s it is one charge', async (_how, first, second) => {
  const one = told(TEN_KWH, [120, 60], { connector: first })
  const again = told(TEN_KWH, [120, 60], { connector: second })
  await world.tell(...one.facts)
  await world.tell(...again.facts)
  expect(await stateOf(one)).toBe('settled')
  expect(await caseOf(again)).toContain('told-twice')
})

test('a charge without a last register that was billed by hand is not billed again by itself', async () => {
  const now = world.clock.now()
  const session = world.session({ meterStart: 1_000_000n })
  world.clock.set(now - 120 * 60_000)
  const start = session.started()
  world.clock.set(now - 60 * 60_000)
  const stop = session.stopped(null)
  world.clock.set(now)
  await world.tell(start, stop)
  expect((await command('settleByHand', { id: session.id, energy: '9' })).data.state).toBe('settled')
  const again = told(TEN_KWH, [119, 60])
  await world.tell(...again.facts)
  expect(await caseOf(again)).toContain('told-twice')
})

test('a waived charge that is reported again becomes a case', async () => {
  const one = told(TEN_KWH, [120, 60], { tag: 'NOBODY' })
  await world.tell(...one.facts)
  expect((await command('waive', { id: one.id })).data.state).toBe('closed')
  const again = told(TEN_KWH, [119, 60])
  await world.tell(...again.facts)
  expect(await caseOf(again)).toContain('told-twice')
})

test('of two in one breath the one is billed that somebody pays', async () => {
  const nobodys = told(TEN_KWH, [120, 60], { tag: 'NOBODY' })
  const again = told(TEN_KWH, [119, 60])
  await world.tell(...nobodys.facts, ...again.facts)
  expect([await stateOf(nobodys), await stateOf(again)]).toEqual(['abnormal', 'settled'])
  // Named now, it is found to be billed.
  await command('assignMember', { id: nobodys.id, member: world.member.memberId })
  expect(await caseOf(nobodys)).toContain('told-twice')
})

test('a meter per session and numbers that begin anew: the same kilowatt-hours weeks later are another charge', async () => {
  const one = told([0n, 100_000n], [120, 60], { name: '1' })
  await world.tell(...one.facts)
  wait(world, 60 * 24 * 40)
  const other = told([0n, 100_000n], [90, 60], { name: '1' })
  await world.tell(...other.facts)
  expect([await stateOf(one), await stateOf(other)]).toEqual(['settled', 'settled'])
})

test('a meter that begins each session at a step: days later it is no twin', async () => {
  const one = told([10n, 100_010n], [120, 60])
  await world.tell(...one.facts)
  wait(world, 60 * 24 * 3)
  const other = told([10n, 100_010n], [90, 60])
  await world.tell(...other.facts)
  expect(await caseOf(other)).not.toContain('told-twice')
})

test('two cables of one EVSE with meters of their own, the end of one told minutes late: two charges', async () => {
  await twoCables()
  const one = told([500_000n, 700_000n], [300, 62])
  const next = told([550_000n, 650_000n], [240, 60], { connector: 2 })
  await world.tell(...one.facts)
  await world.tell(...next.facts)
  expect([await stateOf(one), await stateOf(next)]).toEqual(['settled', 'settled'])
})
