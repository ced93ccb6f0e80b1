import { expect, test } from 'vitest'
import { headWidth } from './head-width.ts'

test('a long Spanish name gets more room than its short Chinese one, up to a limit', () => {
  expect(headWidth('状态')).toBeLessThan(84)
  expect(headWidth('Último resultado')).toBeGreaterThan(135)
  expect(headWidth('Nombre que envía el equipo')).toBeGreaterThan(200)
  expect(headWidth('x'.repeat(200))).toBe(220)
})
