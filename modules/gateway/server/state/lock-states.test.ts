import { createLiveBus, type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiagnosticsReported, FaultRaised, FirmwareReported, PileBooted } from '../../contract/facts.ts'
import type { FrameFacts } from '../consume/fact-queue.ts'
import { applyStates } from './apply-states.ts'
import { writeConnections, writeSignsOfLife } from './flush-connections.ts'

let db: Database
const tenantId = newId()
const stationId = newId()
const BASE = { frame: '1:1', tenantId, receivedAt: 1_000, deviceAt: null, at: 1_000, clock: 'received' } as const

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

type PileFact = PileBooted | FaultRaised | FirmwareReported | DiagnosticsReported

function told(pileId: string, index: number): PileFact {
  const base = { ...BASE, pileId }
  const unsaid = { iccid: null, imsi: null, meterType: null, meterSerial: null, reason: null }
  if (index % 4 === 0)
    return { ...base, ...unsaid, kind: 'pile-booted', vendor: 'V', model: 'M', serial: null, firmware: null }
  if (index % 4 === 1)
    return { ...base, kind: 'fault-raised', connector: 1, code: 'F', severity: 'warning', text: null }
  const report = { ...base, status: 'Uploaded', requestId: null }
  return index % 4 === 2
    ? { ...report, kind: 'firmware-reported' }
    : { ...report, kind: 'diagnostics-reported', fileName: null }
}

/** What the consumer writes: every fourth pile booted, every fourth had a fault, and so on. */
const consume = (piles: readonly string[]) =>
  db.platform(tx => {
    const facts = piles.map(told)
    const frames: FrameFacts[] = facts.map((fact, seq) => ({ ...fact, seq, values: [], facts: [fact] }))
    return applyStates(tx, frames, createLiveBus(), () => stationId)
  })

/** What the flusher writes: half the piles came, the others sent what nobody can read; all of them were heard. */
async function flush(piles: readonly string[]): Promise<void> {
  const came = { tenantId, stationId, online: true, protocol: 'ocpp1.6', network: 'lan', at: 2_000, skew_ms: 0 }
  await db.platform(tx =>
    writeConnections(
      tx,
      1,
      piles.filter((_, index) => index % 2 === 0).map(pileId => ({ ...came, pileId })),
      piles.filter((_, index) => index % 2 === 1).map(pileId => ({ tenantId, pileId, count: 1 })),
    ),
  )
  await db.platform(tx =>
    writeSignsOfLife(
      tx,
      piles.map(pileId => ({ tenantId, pileId, lastHeardAt: 3_000, skew_ms: 7 })),
    ),
  )
}

const rows = () =>
  db.platform(tx =>
    tx.query(
      `select vendor, error, firmware_status, diagnostics_status, online, bad_frames,
         extract(epoch from last_seen_at)::int as seen_s, skew_ms from gateway_pile_state order by pile_id`,
    ),
  )

test('each writer leaves what the other wrote, whoever is first to know a pile', async () => {
  const piles = Array.from({ length: 4 }, () => newId()).toSorted()
  await consume(piles)
  await flush(piles)
  await consume(piles)
  const unsaid = { vendor: null, error: null, firmware_status: null, diagnostics_status: null }
  const heard = { seen_s: 3, skew_ms: 7n }
  expect(await rows()).toEqual([
    { ...unsaid, ...heard, vendor: 'V', online: true, bad_frames: 0 },
    { ...unsaid, ...heard, error: 'F', online: false, bad_frames: 1 },
    { ...unsaid, ...heard, firmware_status: 'Uploaded', online: true, bad_frames: 0 },
    { ...unsaid, ...heard, diagnostics_status: 'Uploaded', online: false, bad_frames: 1 },
  ])
})

describe('both at once', () => {
  test('over the same piles, known and new, they never wait for each other', async () => {
    const all: string[] = []
    for (let round = 0; round < 40; round++) {
      const piles = Array.from({ length: 40 }, () => newId())
      all.push(...piles)
      const jobs = [() => consume(piles), () => flush(piles), () => flush(piles.toReversed()), () => consume(piles)]
      await Promise.all(jobs.map(job => job()))
    }
    // Each pile came once and was unreadable once, and nothing of it is lost.
    const [sums] = await db.platform(tx =>
      tx.query(
        'select count(*), sum(bad_frames) as bad, count(*) filter (where online) as came from gateway_pile_state where pile_id = any($1)',
        [all],
      ),
    )
    expect(sums).toEqual({ count: 1_600n, bad: 1_600n, came: 1_600n })
  })
})
