import { describe, expect, it } from 'vitest'
import { createPileClock } from './pile-clock.ts'

describe('the clock of a pile', () => {
  const machine = { wall: 1_000_000, steady: 5 }
  const aClock = (ahead_ms = 0) =>
    createPileClock(
      ahead_ms,
      () => machine.wall,
      () => machine.steady,
    )
  const pass = (ms: number) => {
    machine.wall += ms
    machine.steady += ms
  }

  it('keeps its pace when the wall clock is set, and takes it over when allowed', () => {
    const clock = aClock()
    const first = clock.now()
    expect(first).toBe(machine.wall)
    pass(10_000)
    machine.wall -= 3_600_000
    expect(clock.now() - first).toBe(10_000)
    pass(500)
    expect(clock.now() - first).toBe(10_500)
    clock.adjust()
    expect(clock.now()).toBe(machine.wall)
  })

  it('follows the wall clock after a suspend only once nothing is measured', () => {
    const clock = aClock(-7_000)
    machine.wall += 8 * 3_600_000
    expect(clock.now()).toBeLessThan(machine.wall - 8 * 3_600_000)
    clock.adjust()
    expect(clock.now()).toBe(machine.wall - 7_000)
  })
})
