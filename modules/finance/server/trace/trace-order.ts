import {
  energy,
  type Energy,
  fen,
  formatEnergy,
  formatFen,
  formatExact,
  formatPrice,
  exact,
  PRICE_SCALE,
  price,
} from '@wattyard/money'
import { deriveEnergy, type DerivedEnergy, foldSession, type SessionState } from '@wattyard/charging/contract'
import { type OrderEvidence, orderEvidence } from '@wattyard/charging/server'
import { framesByIds, framesOfSession, type TraceEntry } from '@wattyard/gateway/server'
import type { JournalView } from '@wattyard/ledger/contract'
import { type Hold, holdsOf, journalsOf } from '@wattyard/ledger/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { versionSnapshots } from '@wattyard/pricing/server'
import { Refusal, type Tx } from '@wattyard/server-kit'
import type { PeriodKind } from '@wattyard/time'
import { type ProofCheck, proveOrder, type TraceHold, type TraceLine, type TraceOrder } from '../../contract/index.ts'
import { ORDER_SOURCE } from '../bill/read-bills.ts'

/** Most frames in a trace; a session of a day with a reading every ten seconds has fewer. */
export const MAX_FRAMES = 10_000
/** Most points of the curve, about the columns of a screen. */
const MAX_POINTS = 600

/** All data about an order as typed values, the input of the proof. */
export interface OrderTrace {
  evidence: OrderEvidence
  frames: readonly TraceEntry[]
  derived: DerivedEnergy | null
  session: SessionState | null
  snapshot: PriceSnapshot | null
  journals: readonly JournalView[]
  hold: Hold | null
  proof: readonly ProofCheck[]
}

/**
 * Collects an order's data from the pile's frames to the ledger through the modules' doors. The caller checks the scope.
 *
 * @throws Refusal `kernel.notFound`
 */
export async function traceOrder(tx: Tx, tenantId: string, id: string, now: number): Promise<OrderTrace> {
  const evidence = await orderEvidence(tx, tenantId, id, now)
  if (!evidence) throw new Refusal('kernel.notFound', { status: 404 })
  const { row, facts, limits } = evidence
  const frames = await framesOf(tx, id, facts)
  const session = facts.length > 0 ? foldSession(facts) : null
  const snapshot = row.price_hash ? ((await versionSnapshots(tx, [row.price_hash])).get(row.price_hash) ?? null) : null
  const source = { tenantId, type: ORDER_SOURCE, id }
  const journals = await journalsOf(tx, source)
  const hold = (await holdsOf(tx, [source])).find(one => one.id === row.hold_id) ?? null
  const lines = evidence.lines.map(lineOf)
  const proof = proveOrder({
    order: orderOf(evidence),
    facts,
    frames: new Set(frames.map(frame => frame.frame)),
    limits,
    snapshot,
    lines,
    journals,
    hold: hold && holdOf(hold),
    isByHand: isByHand(evidence),
  })
  return {
    evidence,
    frames,
    session,
    derived: session && deriveEnergy(session, limits),
    snapshot,
    journals,
    hold,
    proof,
  }
}

/** Returns the frames stored under the session, and others that its facts refer to. */
async function framesOf(tx: Tx, id: string, facts: OrderEvidence['facts']): Promise<TraceEntry[]> {
  const frames = await framesOfSession(tx, id, MAX_FRAMES)
  const known = new Set(frames.map(frame => frame.frame))
  const missing = [...new Set(facts.map(fact => fact.frame))].filter(
    frame => !known.has(frame) && /^\d{1,9}:\d{1,18}$/.test(frame),
  )
  const others = await framesByIds(tx, missing.slice(0, MAX_FRAMES))
  return [...frames, ...others].toSorted(
    (a, b) => a.receivedAt - b.receivedAt || a.frame.length - b.frame.length || (a.frame < b.frame ? -1 : 1),
  )
}

/** Returns whether a person has set the energy; the method is then not one of the energy rules. */
function isByHand({ row }: OrderEvidence): boolean {
  return row.energy_method === 'by-hand'
}

function orderOf({ row }: OrderEvidence): TraceOrder {
  return {
    id: row.id,
    state: row.state,
    energy: row.energy === null ? null : energy(row.energy),
    energyMethod: row.energy_method,
    priceHash: row.price_hash,
    electricity_fen: fen(row.electricity_fen),
    service_fen: fen(row.service_fen),
    discount_fen: fen(row.discount_fen),
    total_fen: fen(row.total_fen),
    paidPrincipal_fen: fen(row.paid_principal_fen),
    paidGift_fen: fen(row.paid_gift_fen),
    receivable_fen: fen(row.receivable_fen),
    refunded_fen: fen(row.refunded_fen),
    holdPrincipal_fen: fen(row.hold_principal_fen),
    holdGift_fen: fen(row.hold_gift_fen),
    settledAt: row.settled_at,
  }
}

function lineOf(line: OrderEvidence['lines'][number]): TraceLine {
  // Lines from the time before prices had six decimals keep their units.
  const unit = 10n ** BigInt(PRICE_SCALE - line.price_scale)
  return {
    seq: line.seq,
    period: line.period as PeriodKind, // the table admits nothing else
    from: line.from_at,
    to: line.to_at,
    energy: energy(line.energy),
    electricityPrice: price(line.electricity_price * unit),
    servicePrice: price(line.service_price * unit),
    electricityExact: exact(line.electricity_nano * unit),
    serviceExact: exact(line.service_nano * unit),
    electricityFen: fen(line.electricity_fen),
    serviceFen: fen(line.service_fen),
  }
}

function holdOf(hold: Hold): TraceHold {
  return {
    id: hold.id,
    state: hold.state,
    principal_fen: hold.principal_fen,
    gift_fen: hold.gift_fen,
    postedPrincipal_fen: hold.posted_principal_fen,
    postedGift_fen: hold.posted_gift_fen,
  }
}

/** Returns a trace as it travels: money and energy as decimal text, every step with its ids and instants. */
export function traceOnTheWire(trace: OrderTrace) {
  const { evidence, frames, derived, session, snapshot, journals, hold, proof } = trace
  const { row, facts, limits } = evidence
  return {
    frames: frames.map(({ pileId: _pileId, sessionId: _sessionId, ...frame }) => frame),
    facts: facts.map(fact => wireOf(fact)),
    session: {
      method: row.energy_method ?? derived?.method ?? null,
      confidence: row.confidence ?? derived?.confidence ?? null,
      energy: derived === null ? null : formatEnergy(derived.energy),
      billable: derived?.billable ?? false,
      startedAt: derived?.startedAt ?? row.started_at,
      // The rules end a session that runs at its last reading; nobody has said that it ended.
      endedAt: row.ended_at === null ? null : (derived?.endedAt ?? row.ended_at),
      limits: {
        ratedPower: limits.ratedPowerW,
        lastRegister: limits.lastRegister === null ? null : formatEnergy(limits.lastRegister),
      },
      flags: derived?.flags ?? [],
      curve: session === null ? [] : curveOf(session),
    },
    price:
      snapshot === null
        ? null
        : {
            hash: row.price_hash,
            versionId: row.price_version_id,
            zone: snapshot.tariff.zone,
            policy: snapshot.policy,
          },
    lines: evidence.lines.map(lineOf).map(line => ({
      seq: line.seq,
      period: line.period,
      from: line.from,
      to: line.to,
      energy: formatEnergy(line.energy),
      electricityPrice: formatPrice(line.electricityPrice),
      servicePrice: formatPrice(line.servicePrice),
      electricityExact: formatExact(line.electricityExact),
      serviceExact: formatExact(line.serviceExact),
      electricity: formatFen(line.electricityFen),
      service: formatFen(line.serviceFen),
    })),
    journals: journals.filter(journal => journal.kind !== 'refund').map(journalOnTheWire),
    hold: hold && {
      id: hold.id,
      state: hold.state,
      principal: formatFen(hold.principal_fen),
      gift: formatFen(hold.gift_fen),
      usedPrincipal: formatFen(hold.posted_principal_fen),
      usedGift: formatFen(hold.posted_gift_fen),
      endJournalId: hold.endJournalId,
    },
    refunds: journals.filter(journal => journal.kind === 'refund').map(journalOnTheWire),
    proof,
    proved: proof.every(check => check.result !== 'wrong'),
  }
}

function journalOnTheWire({ amount_fen, postings, tenantId: _tenantId, source: _source, ...journal }: JournalView) {
  return {
    ...journal,
    amount: formatFen(amount_fen),
    postings: postings.map(({ amount_fen: part, ...posting }) => ({ ...posting, amount: formatFen(part) })),
  }
}

const ENERGY_KEYS = new Set(['meterStart', 'meterStop', 'register', 'interval'])

/** Returns a fact as plain JSON with energies in decimal kWh. */
function wireOf(fact: OrderEvidence['facts'][number]): Record<string, unknown> {
  const text = JSON.stringify(
    fact,
    (key, value: unknown) =>
      ENERGY_KEYS.has(key) && typeof value === 'bigint' ? formatEnergy(value as Energy) : value, // the gateway's own unit
  )
  return JSON.parse(text) as Record<string, unknown> // an object of ours
}

/** Power, state of charge and register over time, thinned evenly; first and last stay. */
function curveOf({ readings }: SessionState) {
  const step = Math.max(1, Math.ceil(readings.length / MAX_POINTS))
  return readings
    .filter((_, index) => index % step === 0 || index === readings.length - 1)
    .map(reading => ({
      at: reading.at,
      power: reading.powerW,
      soc: reading.socPermille,
      register: reading.register === null ? null : formatEnergy(reading.register),
      frame: reading.frame,
    }))
}
