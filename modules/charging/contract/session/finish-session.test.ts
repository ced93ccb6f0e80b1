import { parseEnergy, parsePrice } from '@wattyard/money'
import type { MeterRead, SessionStarted, SessionStopped } from '@wattyard/gateway/contract'
import { DEFAULT_POLICY, type Tariff } from '@wattyard/pricing/contract'
import { expect, test } from 'vitest'
import { finishSession } from './finish-session.ts'
import { foldSession } from './session-fold.ts'

const T0 = Date.UTC(2026, 4, 11, 10, 0, 0)
const MINUTE = 60_000
const METER = parseEnergy('910')
const PRICE = { electricity: parsePrice('1'), service: parsePrice('0.5') }
const TARIFF: Tariff = {
  versionId: 'v1',
  zone: 'Asia/Shanghai',
  days: [{ key: 'every-day', intervals: [{ fromQuarter: 0, toQuarter: 96, period: 'P', ...PRICE }] }],
}

let frame = 0
const told = (minute: number) => ({
  frame: `p:${++frame}`,
  tenantId: 't',
  pileId: 'p',
  sessionId: 's',
  connector: 1,
  receivedAt: T0 + minute * MINUTE + 100,
  deviceAt: T0 + minute * MINUTE,
  at: T0 + minute * MINUTE,
  clock: 'device' as const,
  seqNo: null,
  offline: false,
})
const start: SessionStarted = {
  ...told(0),
  kind: 'session-started',
  transactionId: '1',
  tag: 'TAG',
  method: 'tag',
  meterStart: METER,
  reservationId: null,
  verdict: 'accepted',
}
const stop: SessionStopped = {
  ...told(60),
  kind: 'session-stopped',
  tag: null,
  meterStop: METER,
  reason: null,
  samples: [],
}
const read = (minute: number, powerW: number): MeterRead => ({
  ...told(minute),
  kind: 'meter-read',
  samples: [
    { at: T0 + minute * MINUTE, context: 'periodic', register: METER, interval: null, powerW, socPermille: null },
  ] as unknown as MeterRead['samples'], // the fields of a sample that nothing here reads are left out
})

/** A meter that stands at 910 kWh for an hour, while the pile measures so much power from minute 10 to 50. */
const frozenAt = (powerW: number) =>
  finishSession(
    foldSession([start, ...[10, 20, 30, 40, 50].map(minute => read(minute, powerW)), stop]),
    { ratedPowerW: 7_000, lastRegister: null, now: T0 + 86_400_000 },
    { tariff: TARIFF, policy: DEFAULT_POLICY },
  )

test('a meter that stands still is estimated by the measured power, at the price of its time', () => {
  const { derived, bill, estimate, isByPower } = frozenAt(6_000)
  expect([derived.billable, derived.energy, bill]).toEqual([false, 0n, null])
  expect(estimate).toMatchObject({ energy: parseEnergy('4'), totalFen: 600n })
  expect(isByPower).toBe(true)
})

test('power that the pile cannot deliver gives no estimate, not one of nothing', () => {
  expect(frozenAt(60_000).estimate).toBeNull()
})
