import { expect, test } from 'vitest'
import { HISTORY_DAYS, planHistory, type PlannedPile } from './demo-plan.ts'

const ZONE = 'Asia/Shanghai'
const UNTIL = Date.parse('2026-11-26T06:30:00Z')

const piles: readonly PlannedPile[] = Array.from({ length: 36 }, (_, at) => ({
  identity: `P${at}`,
  stationId: `S${at % 6}`,
  kind: 'dc-120',
  power_w: 120_000,
  connectors: 2,
  connectorsPerEvse: 1,
}))
const driversOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ memberId: `M${at}`, tag: `T${at}`, funds_fen: 10_000 + at }))

test.each([8, 20, 60])('every kind of odd charge has happened, however busy its %i drivers are', count => {
  const { visits } = planHistory({
    seed: 7,
    piles,
    drivers: driversOf(count),
    zone: ZONE,
    days: HISTORY_DAYS,
    until: UNTIL,
  })
  const odd = new Set(visits.flatMap(visit => visit.oddity ?? []))
  expect([...odd].toSorted()).toEqual(['backwards', 'frozen', 'instant', 'stranger'])
})

test('no driver charges twice at once', () => {
  const { visits } = planHistory({
    seed: 7,
    piles,
    drivers: driversOf(20),
    zone: ZONE,
    days: HISTORY_DAYS,
    until: UNTIL,
  })
  for (const own of Map.groupBy(visits, visit => visit.tag).values()) {
    const inTurn = own.toSorted((a, b) => a.startedAt - b.startedAt)
    for (const [at, visit] of inTurn.entries())
      expect(visit.startedAt).toBeGreaterThanOrEqual(inTurn[at - 1]?.endedAt ?? 0)
  }
})
