import type { Fact } from '@wattyard/gateway/contract'
import { newId, col } from '@wattyard/server-kit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/charging-world.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
beforeEach(async () => {
  world = await charging.world()
})
afterAll(() => charging.close())

const cases = (id: string) =>
  world.server.db.platform(tx =>
    tx.query(
      { code: col.text, blocks: col.boolean, evidence: col.json<Record<string, string>>() },
      "select code, blocks, evidence from charging_finding where order_id = $1 and state = 'open' and blocks",
      [id],
    ),
  )

/** Half an hour of 10 kWh from a register, begun so many minutes ago; another session each time. */
function told(
  meterStart: bigint,
  { ago = 30, name }: { ago?: number; name?: string } = {},
): { id: string; facts: Fact[] } {
  const session = world.session({ meterStart })
  const now = world.clock.now()
  world.clock.set(now - ago * 60_000)
  const start = session.started()
  world.clock.set(now - ago * 60_000 + 30 * 60_000)
  const stop = session.stopped(100_000n)
  world.clock.set(now)
  const named = name === undefined ? start : ({ ...start, transactionId: name } as Fact) // a start with another number is a start
  return { id: session.id, facts: [named, stop] }
}

test('the same registers once more, another time and another number: a case with its twin, and one bill', async () => {
  wait(world, 60)
  const first = told(1_000_000n)
  await world.tell(...first.facts)
  const again = told(1_000_000n, { ago: 29 })
  await world.tell(...again.facts)
  expect((await world.row(first.id)).state).toBe('settled')
  expect(await world.row(again.id)).toMatchObject({ state: 'abnormal', total_fen: 0n, settled_at: null })
  expect(await cases(again.id)).toMatchObject([
    { code: 'told-twice', evidence: { order: first.id, start: '100.0000', stop: '110.0000' } },
  ])
  // Whatever else comes of it, it is not billed by itself.
  await world.tell(
    ...again.facts.map(fact => ({ ...fact, frame: `${fact.frame}1`, receivedAt: fact.receivedAt + 1 }) as Fact),
  ) // the same, told again
  expect((await world.row(again.id)).state).toBe('abnormal')
})

test('both in one breath: one is billed', async () => {
  wait(world, 60)
  const [first, again] = [told(1_000_000n), told(1_000_000n, { ago: 29 })]
  await world.tell(...first.facts, ...again.facts)
  const states = [(await world.row(first.id)).state, (await world.row(again.id)).state]
  expect(states.toSorted()).toEqual(['abnormal', 'settled'])
})

test('long after, and after other sessions of the same connector', async () => {
  wait(world, 60)
  const first = told(1_000_000n)
  await world.tell(...first.facts)
  wait(world, 60)
  await world.tell(...told(1_100_000n).facts)
  wait(world, 60 * 24)
  const again = told(1_000_000n)
  await world.tell(...again.facts)
  expect((await cases(again.id)).map(one => one.code)).toContain('told-twice')
  expect((await world.row(again.id)).settled_at).toBeNull()
})

test('a meter that counts per session may show the same again, under another number', async () => {
  wait(world, 60)
  const first = told(0n, { name: 'one' })
  await world.tell(...first.facts)
  wait(world, 60)
  const second = told(0n, { name: 'two' })
  await world.tell(...second.facts)
  expect((await world.row(second.id)).state).toBe('settled')
  wait(world, 60)
  const named = told(0n, { name: 'two' })
  await world.tell(...named.facts)
  expect((await cases(named.id)).map(one => one.code)).toContain('told-twice')
})

test('the next session begins where the former ended, and is its own', async () => {
  wait(world, 60)
  await world.tell(...told(1_000_000n).facts)
  wait(world, 60)
  const next = told(1_100_000n)
  await world.tell(...next.facts)
  expect((await world.row(next.id)).state).toBe('settled')
})

test.each([
  ['begun 3 s later at the next step', 3_000, 100n, 100n],
  ['ended a step later', 0, 0n, 100n],
  ['begun five minutes in', 300_000, 10_000n, 0n],
])('%s: the same time on the same connector is the same charge', async (_how, late_ms, more, longer) => {
  wait(world, 60)
  const first = told(1_000_000n)
  await world.tell(...first.facts)
  const again = told(1_000_000n)
  const facts = again.facts.map(fact =>
    fact.kind === 'session-started'
      ? { ...fact, at: fact.at + late_ms, deviceAt: fact.at + late_ms, meterStart: 1_000_000n + more }
      : fact.kind === 'session-stopped'
        ? { ...fact, meterStop: 1_100_000n + longer }
        : fact,
  ) as Fact[] // other registers
  await world.tell(...facts)
  expect((await cases(again.id)).map(one => one.code)).toContain('told-twice')
  expect((await world.row(again.id)).settled_at).toBeNull()
})

test('also after the meter was changed and has counted since', async () => {
  wait(world, 60)
  const first = told(1_000_000n, { ago: 55 })
  await world.tell(...first.facts)
  const changed = told(5_000n, { ago: 20 })
  await world.tell(...changed.facts)
  await world.server.db.platform(tx =>
    tx.execute("update charging_order set state = 'settled', settled_at = now() where id = $1", [changed.id]),
  )
  const again = told(1_000_000n, { ago: 55 })
  await world.tell(...again.facts)
  expect((await world.row(again.id)).settled_at).toBeNull()
})

test('sessions that follow each other closely, and clocks that differ by seconds, are each billed', async () => {
  wait(world, 120)
  const first = told(1_000_000n, { ago: 90 })
  const next = told(1_100_000n, { ago: 60 })
  const last = told(1_200_000n, { ago: 30.5 })
  for (const one of [first, next, last]) await world.tell(...one.facts)
  for (const one of [first, next, last]) expect((await world.row(one.id)).state).toBe('settled')
})

test('two connectors of one EVSE count on one meter: the same time there is one charge', async () => {
  wait(world, 60)
  await world.server.db.tenant(world.tenantId, tx =>
    tx.execute(
      'update assets_pile set connector_count = greatest(connector_count, 2), connectors_per_evse = 2 where id = $1',
      [world.pile.id],
    ),
  )
  const first = told(1_000_000n)
  await world.tell(...first.facts)
  const beside = told(1_000_000n)
  await world.tell(...beside.facts.map(fact => ({ ...fact, connector: 2 }) as Fact))
  expect(await world.row(beside.id)).toMatchObject({ connector_number: 2, settled_at: null })
  expect(await cases(beside.id)).toMatchObject([{ code: 'told-twice', evidence: { order: first.id } }])
})

test('a later session within what the meter has counted is held; one after a meter was changed is not', async () => {
  wait(world, 300)
  const first = told(1_000_000n, { ago: 200 })
  await world.tell(...first.facts)
  const within = told(1_000_000n, { ago: 100 })
  await world.tell(
    ...within.facts.map(fact => (fact.kind === 'session-stopped' ? { ...fact, meterStop: 1_090_000n } : fact) as Fact),
  )
  expect((await cases(within.id)).map(one => one.code)).toEqual(['told-twice'])
  const changed = told(300_000n, { ago: 50 })
  await world.tell(...changed.facts)
  expect((await world.row(changed.id)).state).toBe('settled')
})

test('two cables with meters of their own may show the same counts, one after the other', async () => {
  wait(world, 300)
  await world.server.db.tenant(world.tenantId, tx =>
    tx.execute('update assets_pile set connector_count = 2, connectors_per_evse = 2 where id = $1', [world.pile.id]),
  )
  const first = told(1_000_000n, { ago: 200 })
  await world.tell(...first.facts)
  const beside = told(1_010_000n, { ago: 100 })
  await world.tell(
    ...(beside.facts.map(fact =>
      fact.kind === 'session-stopped' ? { ...fact, meterStop: 1_090_000n } : { ...fact, connector: 2 },
    ) as Fact[]), // at the other cable
  )
  expect((await world.row(beside.id)).state).toBe('settled')
})

test('a meter that counts per session and never shows 0 is billed each time', async () => {
  wait(world, 300)
  const shown = (ago: number, stop: bigint) => {
    const one = told(10n, { ago })
    return {
      id: one.id,
      facts: one.facts.map(fact => (fact.kind === 'session-stopped' ? { ...fact, meterStop: stop } : fact) as Fact),
    }
  }
  const long = shown(200, 100_000n)
  await world.tell(...long.facts)
  const short = shown(100, 60_000n)
  await world.tell(...short.facts)
  expect((await world.row(short.id)).state).toBe('settled')
})

test('what was billed while an order waited for its member is not billed again when the member is named', async () => {
  wait(world, 60)
  const nobody = told(1_000_000n)
  await world.tell(
    ...nobody.facts.map(fact => (fact.kind === 'session-started' ? { ...fact, tag: 'NOBODY' } : fact) as Fact),
  )
  const again = told(1_000_000n, { ago: 29 })
  await world.tell(...again.facts)
  expect((await world.row(again.id)).state).toBe('settled')
  const input = { id: nobody.id, member: world.member.memberId, reason: '车主来电' }
  const answer = await world.server.call('/api/charging/order/assignMember', input, { as: world.as, key: newId() })
  expect(answer.data).toMatchObject({ state: 'abnormal' })
  expect(await cases(nobody.id)).toMatchObject([{ code: 'told-twice', evidence: { order: again.id } }])
  // By hand it takes two, however little it is.
  const byHand = { id: nobody.id, energy: '1', reason: '车主来电' }
  const asked = await world.server.call('/api/charging/order/settleByHand', byHand, { as: world.as, key: newId() })
  expect(asked.data).toMatchObject({ waitsForApproval: true })
})
