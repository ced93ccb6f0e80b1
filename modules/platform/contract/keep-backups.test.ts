import { expect, test } from 'vitest'
import { KEEP_BACKUPS, type KeptBackup, surplusBackups } from './keep-backups.ts'

const DAY_MS = 86_400_000
const ZONE = 'Asia/Shanghai'
/** A Sunday, 02:10 in Shanghai. */
const TODAY = Date.UTC(2026, 10, 21, 18, 10)

const nightly = (daysAgo: number, more: Partial<KeptBackup> = {}): KeptBackup => ({
  id: `d${daysAgo}`,
  madeAt: TODAY - daysAgo * DAY_MS,
  cause: 'schedule',
  isGood: false,
  ...more,
})

const kept = (backups: readonly KeptBackup[], rule = KEEP_BACKUPS) => {
  const gone = new Set(surplusBackups(backups, rule, ZONE))
  return backups.filter(one => !gone.has(one.id)).map(one => one.id)
}

test('of a year of nights stay seven days, four weeks and twelve months', () => {
  const all = Array.from({ length: 400 }, (_, daysAgo) => nightly(daysAgo))
  const left = kept(all)
  expect(left.slice(0, 7)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'])
  // Sundays end the weeks: of 22 November, 15, 8 and 1; months by their last night.
  expect(left).toEqual(expect.arrayContaining(['d7', 'd14', 'd21', 'd22', 'd53', 'd83']))
  expect(left).toHaveLength(7 + 3 + 11)
})

test('what is left does not change from one night to the next but by a day and a week at most', () => {
  let backups: KeptBackup[] = []
  for (let night = 60; night >= 0; night--) {
    backups.push(nightly(night))
    const left = new Set(kept(backups))
    expect(left.has(`d${night}`)).toBe(true)
    expect(backups.length - left.size).toBeLessThanOrEqual(2)
    backups = backups.filter(one => left.has(one.id))
  }
})

test('what a person asked for, the newest, the last proved one and the ways back from upgrades stay', () => {
  const old = Array.from({ length: 30 }, (_, index) => nightly(index + 400))
  const backups = [
    nightly(0),
    ...old,
    nightly(500, { id: 'asked', cause: 'asked' }),
    nightly(600, { id: 'good', isGood: true }),
    ...[700, 710, 720, 730].map(daysAgo => nightly(daysAgo, { id: `u${daysAgo}`, cause: 'upgrade' })),
  ]
  const left = kept(backups, { daily: 1, weekly: 0, monthly: 0 })
  expect(left).toEqual(['d0', 'asked', 'good', 'u700', 'u710', 'u720'])
})

test('days are the installation’s: two nights of one UTC day are two', () => {
  const backups = [
    nightly(0, { id: 'late', madeAt: TODAY }),
    nightly(0, { id: 'early', madeAt: TODAY - 3 * 3_600_000 }),
  ]
  const rule = { daily: 7, weekly: 0, monthly: 0 }
  expect(surplusBackups(backups, rule, ZONE)).toEqual([])
  expect(surplusBackups(backups, rule, 'UTC')).toEqual(['early'])
})

test('nothing is surplus of nothing', () => {
  expect(surplusBackups([], KEEP_BACKUPS, ZONE)).toEqual([])
})
