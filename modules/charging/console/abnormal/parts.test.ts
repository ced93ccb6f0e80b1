import { expect, test } from 'vitest'
import { PART_NAMES, PARTS, partOf } from './parts.ts'

test('every part is read from its own address, whatever the order of its values', () => {
  for (const part of PART_NAMES) expect(partOf(new URLSearchParams(PARTS[part]))).toBe(part)
  expect(partOf(new URLSearchParams({ 'f.state': 'open', 'f.severity': 'warning,critical', 'f.code': 'x' }))).toBe(
    'open',
  )
})

test('other filters are no part', () => {
  expect(partOf(new URLSearchParams({ 'f.state': 'open' }))).toBeNull()
  expect(partOf(new URLSearchParams({ 'f.state': 'handled', 'f.severity': 'notice' }))).toBeNull()
  expect(partOf(new URLSearchParams())).toBeNull()
})
