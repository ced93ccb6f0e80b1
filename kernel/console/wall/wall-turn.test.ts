import { describe, expect, it } from 'vitest'
import { fitStage, isOld, shiftAt, step, type Turn, turnAt } from './wall-turn.ts'

const FIRST: Turn = { index: 0, since: 0, isPaused: false }
const CYCLE = { count: 3, every_ms: 20_000 }
const DAY_S = 86_400

describe('turns of boards', () => {
  it('go around for a week of seconds, each board as often as the others', () => {
    const shown = [0, 0, 0]
    let turn = FIRST
    for (let second = 1; second <= 7 * DAY_S; second++) {
      const next = turnAt(turn, second * 1000, CYCLE)
      if (next !== turn) shown[next.index] = (shown[next.index] ?? 0) + 1
      turn = next
    }
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1)
    expect(shown.reduce((sum, count) => sum + count, 0)).toBe((7 * DAY_S) / 20)
    expect(Object.keys(turn)).toEqual(['index', 'since', 'isPaused'])
  })

  it('stay while paused, and with a single board', () => {
    const paused = { ...FIRST, isPaused: true }
    expect(turnAt(paused, 1e9, CYCLE)).toBe(paused)
    expect(turnAt(FIRST, 1e9, { ...CYCLE, count: 1 })).toBe(FIRST)
  })

  it('go on by one after a long sleep, and are not held by a clock that was set back', () => {
    expect(turnAt(FIRST, 8 * DAY_S * 1000, CYCLE).index).toBe(1)
    const ahead = { ...FIRST, since: 1e12 }
    expect(turnAt(turnAt(ahead, 0, CYCLE), 20_000, CYCLE).index).toBe(1)
  })

  it('begin anew when the board that was shown is gone', () => {
    expect(turnAt({ ...FIRST, index: 5 }, 10, CYCLE)).toEqual({ index: 0, since: 10, isPaused: false })
  })

  it('go by hand around both ends', () => {
    expect(step(FIRST, -1, 5, 3).index).toBe(2)
    expect(step({ ...FIRST, index: 2 }, 1, 5, 3)).toEqual({ index: 0, since: 5, isPaused: false })
    expect(step(FIRST, 1, 5, 0)).toBe(FIRST)
  })
})

describe('the stage', () => {
  it('fills a screen of its own shape and leaves bars on others', () => {
    expect(fitStage({ width: 3840, height: 2160 })).toEqual({ scale: 2, left: 0, top: 0 })
    expect(fitStage({ width: 3840, height: 1080 })).toEqual({ scale: 1, left: 960, top: 0 })
    expect(fitStage({ width: 960, height: 1080 })).toEqual({ scale: 0.5, left: 0, top: 270 })
  })

  it('wanders within four pixels, and comes back', () => {
    const seen = Array.from({ length: 9 }, (_, minute) => shiftAt(minute * 60_000))
    expect(new Set(seen.map(String)).size).toBe(9)
    expect(seen.flat().every(pixels => Math.abs(pixels) <= 4)).toBe(true)
    expect(shiftAt(9 * 60_000)).toEqual(seen[0])
  })

  it('tells old figures from fresh ones', () => {
    expect(isOld(undefined, 1e9, 60)).toBe(false)
    expect(isOld(0, 60_000, 60)).toBe(false)
    expect(isOld(0, 60_001, 60)).toBe(true)
  })
})
