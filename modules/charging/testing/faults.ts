import { type Energy, energy } from '@wattyard/money'
import type { ClockVerdict, Sample } from '@wattyard/gateway/contract'
import type { SessionFact } from '../contract/session/session-state.ts'
import type { GeneratedSession } from './a-session.ts'
import { seededRandom } from './random.ts'

/** Faults between the meter and the server. All are seeded; a fault left out does not happen. */
export interface Faults {
  /** Share of meter readings that never arrive. */
  dropReads?: number
  dropStart?: boolean
  dropStop?: boolean
  /** Share of facts that are repeated, as a new frame received later. */
  duplicate?: number
  /** Facts arrive in any order. */
  reorder?: boolean
  /** The register restarts from 0 after this share of the facts. */
  resetAfter?: number
  /** Registers are multiplied (`1000`) or divided (`0.001`): of samples only, or of everything. */
  unit?: { factor: '1000' | '0.001'; of: 'samples' | 'all' }
  /** The start register is 0 although the meter shows its total (the 910 kWh bill). */
  beginZero?: boolean
  /** The device clock is off by this; below 60 s it stays unnoticed, below 24 h it is corrected (trust 5.3). */
  skewMs?: number
  /** Everything was recorded offline and arrives this long after the end. */
  offlineMs?: number
}

/** The facts of a session as received with these faults. The session's own facts are not changed. */
export function withFaults(session: GeneratedSession, faults: Faults, seed = session.options.seed): SessionFact[] {
  const random = seededRandom(seed ^ 0x5eed)
  const end = session.truth.endedAt
  let facts = session.facts.filter(
    fact =>
      !(faults.dropStart === true && fact.kind === 'session-started') &&
      !(faults.dropStop === true && fact.kind === 'session-stopped') &&
      !(fact.kind === 'meter-read' && random.chance(faults.dropReads ?? 0)),
  )
  const kept = Math.floor(facts.length * (faults.resetAfter ?? 1))
  const lost = highestRegister(facts.slice(0, kept))
  facts = facts.map((fact, index) => bend(fact, faults, index < kept ? 0n : lost))
  if (faults.beginZero === true) {
    facts = facts.map(fact => (fact.kind === 'session-started' ? { ...fact, meterStart: energy(0n) } : fact))
  }
  if (faults.skewMs !== undefined) facts = facts.map(fact => skew(fact, faults.skewMs ?? 0))
  if (faults.offlineMs !== undefined) facts = facts.map(fact => replay(fact, end + (faults.offlineMs ?? 0)))
  const again = facts.filter(() => random.chance(faults.duplicate ?? 0)).map((fact, index) => resend(fact, index))
  facts = [...facts, ...again]
  return faults.reorder === true ? random.shuffle(facts) : facts
}

/** The same content in a new frame, received later, as from a pile that missed our answer. */
export function resend(fact: SessionFact, nth = 0): SessionFact {
  return { ...fact, frame: `${fact.frame}-again-${nth}`, receivedAt: fact.receivedAt + 30_000 * (nth + 1) }
}

function highestRegister(facts: readonly SessionFact[]): bigint {
  const registers = facts.flatMap(fact => {
    if (fact.kind === 'session-started') return [fact.meterStart]
    return fact.kind === 'meter-read' ? fact.samples.map(sample => sample.register) : []
  })
  return registers.reduce<bigint>((most, register) => (register !== null && register > most ? register : most), 0n)
}

/** @param lost what the register had counted before it was reset */
function bend(fact: SessionFact, faults: Faults, lost: bigint): SessionFact {
  const unit = faults.unit
  const scale = (register: Energy | null, isSample: boolean): Energy | null => {
    if (register === null) return null
    const counted = register - lost
    if (unit === undefined || (unit.of === 'samples' && !isSample)) return energy(counted)
    return energy(unit.factor === '1000' ? counted * 1_000n : counted / 1_000n)
  }
  const bendSample = (sample: Sample): Sample => ({ ...sample, register: scale(sample.register, true) })
  switch (fact.kind) {
    case 'session-started':
      return { ...fact, meterStart: scale(fact.meterStart, false) }
    case 'meter-read':
      return { ...fact, samples: fact.samples.map(bendSample) }
    case 'session-stopped':
      return { ...fact, meterStop: scale(fact.meterStop, false), samples: fact.samples.map(bendSample) }
    case 'connector-status':
      return fact
  }
}

/** Moves device times; the resulting times follow trust 5.3, with the skew known exactly. */
function skew(fact: SessionFact, ms: number): SessionFact {
  const deviceAt = fact.at + ms
  const clock: ClockVerdict = Math.abs(ms) < 60_000 ? 'device' : Math.abs(ms) <= 86_400_000 ? 'corrected' : 'received'
  const at = clock === 'device' ? deviceAt : clock === 'corrected' ? fact.at : fact.receivedAt
  const moved = at - fact.at
  const stamped = { ...fact, deviceAt, at, clock }
  return 'samples' in stamped
    ? { ...stamped, samples: stamped.samples.map(sample => ({ ...sample, at: sample.at + moved })) }
    : stamped
}

function replay(fact: SessionFact, receivedAt: number): SessionFact {
  return fact.kind === 'connector-status' ? { ...fact, receivedAt } : { ...fact, receivedAt, offline: true }
}
