import { describe, expect, it } from 'vitest'
import { completeDraft, judgeClock } from './clock.ts'
import type { DraftMeterRead, Sample } from './draft.ts'

const NOW = Date.UTC(2026, 10, 20, 8)
const MINUTE = 60_000
const DAY = 86_400_000

const judge = (deviceAt: number | null, skew_ms: number | null, offline = false) =>
  judgeClock({ deviceAt, receivedAt: NOW, skew_ms, offline })

describe('which time counts', () => {
  it('is the device up to a minute of skew, corrected up to a day, ours beyond', () => {
    expect(judge(NOW - 5_000, 60_000)).toEqual({ at: NOW - 5_000, clock: 'device' })
    expect(judge(NOW - 61_000, 60_001)).toEqual({ at: NOW - 999, clock: 'corrected' })
    expect(judge(NOW + 8 * 60 * MINUTE, -8 * 60 * MINUTE)).toEqual({ at: NOW, clock: 'corrected' })
    expect(judge(NOW - 2 * DAY, 2 * DAY)).toEqual({ at: NOW, clock: 'received' })
    expect(judge(null, 0)).toEqual({ at: NOW, clock: 'received' })
  })

  it('of a device that lost its clock is ours when live, and nobody knows when offline', () => {
    expect(judge(Date.UTC(1999, 10, 30), 0)).toEqual({ at: NOW, clock: 'received' })
    expect(judge(Date.UTC(1999, 10, 30), 0, true)).toEqual({ at: NOW, clock: 'manual' })
    expect(judge(NOW - 3 * DAY, 2 * DAY, true).clock).toBe('manual')
  })

  it('keeps the age of an offline record', () => {
    expect(judge(NOW - 5 * DAY, 1_000, true)).toEqual({ at: NOW - 5 * DAY, clock: 'device' })
    expect(judge(NOW - 5 * DAY, null, true)).toEqual({ at: NOW - 5 * DAY, clock: 'device' })
  })

  it('never lies in the future', () => {
    expect(judge(NOW + 5 * MINUTE, 0)).toEqual({ at: NOW, clock: 'received' })
    expect(judge(NOW + 5 * MINUTE, null)).toEqual({ at: NOW, clock: 'corrected' })
  })
})

describe('completeDraft', () => {
  const sample = (at: number): Sample => ({
    at,
    context: 'periodic',
    register: null,
    interval: null,
    powerW: null,
    currentMa: null,
    voltageMv: null,
    socPermille: null,
    temperatureDeciC: null,
    other: [],
  })
  const draft = (deviceAt: number, samples: number[]): DraftMeterRead => ({
    kind: 'meter-read',
    deviceAt,
    transactionId: '1',
    connector: 1,
    seqNo: null,
    offline: false,
    tag: null,
    samples: samples.map(sample),
  })
  const envelope = (skew_ms: number | null) => ({ frame: 's:1', tenantId: 't', pileId: 'p', receivedAt: NOW, skew_ms })

  it('moves samples with their frame and leaves the draft as it was', () => {
    const original = draft(NOW - 10 * MINUTE, [NOW - 11 * MINUTE, NOW - 10 * MINUTE])
    const fact = completeDraft(original, envelope(10 * MINUTE))
    expect(fact).toMatchObject({
      at: NOW,
      clock: 'corrected',
      frame: 's:1',
      tenantId: 't',
      pileId: 'p',
      receivedAt: NOW,
    })
    expect(fact.samples.map(one => one.at)).toEqual([NOW - MINUTE, NOW])
    expect(original.samples[0]?.at).toBe(NOW - 11 * MINUTE)
  })

  it('marks a late report as offline, and keeps its time even before the skew is known', () => {
    expect(completeDraft(draft(NOW - 10 * MINUTE, []), envelope(0)).offline).toBe(true)
    expect(completeDraft(draft(NOW - MINUTE, []), envelope(0)).offline).toBe(false)
    expect(completeDraft(draft(NOW - 10 * MINUTE, []), envelope(10 * MINUTE)).offline).toBe(false)
    expect(completeDraft(draft(NOW - 10 * MINUTE, []), envelope(null))).toMatchObject({
      offline: true,
      at: NOW - 10 * MINUTE,
      clock: 'device',
    })
  })

  it('never takes the delay of a kept report for a skew, at whatever age it comes', () => {
    for (const late of [0, MINUTE, MINUTE + 1, 2 * MINUTE, 2 * MINUTE + 1, 60 * MINUTE])
      expect(completeDraft(draft(NOW - late, []), envelope(null))).toMatchObject({ at: NOW - late, clock: 'device' })
    // A clock that runs ahead shows itself: nothing is told before it happens.
    expect(completeDraft(draft(NOW + 2 * MINUTE, []), envelope(null))).toMatchObject({ at: NOW, clock: 'corrected' })
  })

  it('puts samples of a lost clock at the receipt', () => {
    const fact = completeDraft(draft(Date.UTC(1970, 0, 1, 1), [Date.UTC(1970, 0, 1)]), envelope(0))
    expect(fact).toMatchObject({ at: NOW, clock: 'received' })
    expect(fact.samples[0]?.at).toBe(NOW - 60 * MINUTE)
  })
})
