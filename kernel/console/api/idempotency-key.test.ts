import { expect, test } from 'vitest'
import { newIdempotencyKey } from './idempotency-key.ts'

test('is a UUIDv7 with its timestamp', () => {
  const at = Date.UTC(2031, 4, 6, 7, 8, 9, 123)
  const key = newIdempotencyKey(at)
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(key.replace('-', '').slice(0, 12), 16)).toBe(at)
  expect(newIdempotencyKey(at)).not.toBe(key)
})
