import { describe, expect, test } from 'vitest'
import { handBackRule } from './hand-back-rule.ts'

const MB = 2 ** 20
const reading = (resident_mb: number, known_mb: number, busy = 0.1) => ({
  resident: resident_mb * MB,
  known: known_mb * MB,
  busy,
})
const answers = (readings: ReturnType<typeof reading>[]) => {
  const isDue = handBackRule()
  return readings.map(isDue)
}

describe('when memory is handed back', () => {
  test('two quiet readings after a peak whose pages the engine keeps', () => {
    expect(answers([reading(200, 130), reading(600, 530), reading(610, 120), reading(610, 120)])).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('not while the thread is busy, and the quiet period restarts', () => {
    const kept = (busy: number) => reading(610, 120, busy)
    expect(answers([reading(200, 130), kept(0.1), kept(0.9), kept(0.1), kept(0.1)])).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('not for memory that the program itself uses', () => {
    expect(answers([reading(300, 130), reading(340, 130), reading(350, 130), reading(360, 130)])).not.toContain(true)
  })

  test('a hand-back without effect is not repeated for five minutes', () => {
    const kept = Array.from({ length: 70 }, () => reading(610, 120))
    const due = answers([reading(200, 130), ...kept]).flatMap((isDue, at) => (isDue ? [at] : []))
    expect(due).toEqual([2, 34, 66])
  })
})
