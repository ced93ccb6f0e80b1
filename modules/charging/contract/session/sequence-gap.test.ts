import type { MeterRead, SessionStopped } from '@wattyard/gateway/contract'
import { expect, test } from 'vitest'
import { missingNumbers } from './sequence-gap.ts'
import { foldSession } from './session-fold.ts'

const common = (seqNo: number | null) => ({
  frame: `p:${seqNo ?? 0}`,
  tenantId: 't',
  pileId: 'p',
  sessionId: 's',
  connector: 1,
  receivedAt: 1_000 + (seqNo ?? 0),
  deviceAt: 1_000,
  at: 1_000,
  clock: 'device' as const,
  offline: false,
  seqNo,
})
const read = (seqNo: number | null): MeterRead => ({ ...common(seqNo), kind: 'meter-read', samples: [] })
const stop = (seqNo: number): SessionStopped => ({
  ...common(seqNo),
  kind: 'session-stopped',
  tag: null,
  meterStop: null,
  reason: null,
  samples: [],
})

test.each([
  [[0, 1, 2], 3, null],
  [[2, 0, 1, 1], 3, null],
  [[0, 1], 3, '2'],
  [[5, 6], 12, '7–11'],
  [[0, 2], 9, '1, 3–8'],
  [[null, null], 4, null],
])('of %j and an end with %i are missing: %s', (seen, end, missing) => {
  expect(missingNumbers(foldSession([...seen.map(read), stop(end)]))).toBe(missing)
})

test('a pile that counts otherwise does not fill a screen', () => {
  const text = missingNumbers(foldSession([...Array.from({ length: 500 }, (_, i) => read(i * 2)), stop(1_000)]))
  expect(text?.length).toBeLessThan(60)
  expect(text).toContain('…')
})
