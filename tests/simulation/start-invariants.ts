import { placeInStatus } from './dialects.ts'
import type { Evidence, Order } from './evidence.ts'
import { evseOf } from './evse-law.ts'
import type { Invariant } from './invariants.ts'
import { type Told, reportedSessions } from './reported-sessions.ts'
import { JUNK_STOP } from './pile-faults.ts'
import { layoutOf } from './surroundings.ts'
import type { World } from './world.ts'

/*
 * Laws about who may begin, and what a beginning may become (decisions 240 and 242): a driver is kept out by nothing but a
 * session that runs, for no longer than is stated there, and one charge is one bill whatever its pile says of it.
 */

/** After an acknowledged stop, or a sign that a session is over, the consumer may be on its way for so long. */
const SETTLING_MS = 120_000
/** A pile that has not been heard for so long keeps nobody. */
const SILENT_MS = 600_000
/** Register of the readings and stops that strangers send, to a tenth of a watt-hour. */
const STRANGER_REGISTER = 9_999_990n

/** An order with what our log heard of it, and what it was in the street. */
interface Course {
  order: Order
  verdict: string | null
  /** When its start was first heard. */
  from: number
  told: Told | null
}

function coursesOf(world: World, evidence: Evidence): Course[] {
  const byOrder = new Map(
    reportedSessions(world, evidence).flatMap(told => told.orderIds.map(id => [id, told] as const)),
  )
  return evidence.orders.map(order => {
    const starts = (evidence.facts.get(order.id) ?? []).filter(fact => fact.kind === 'session-started')
    return {
      order,
      verdict: starts[0]?.verdict ?? null,
      from: Math.min(Infinity, ...starts.map(fact => fact.receivedAt)),
      told: byOrder.get(order.id) ?? null,
    }
  })
}

/**
 * The server has been told that a session is over, by its stop or by the last word of its connector, and had time to work
 * it through. A connector that says something else since may belong to a session whose start is still in the pile's queue.
 */
function isToldOver({ order, told, from }: Course, { facts, frames }: Evidence, at: number): boolean {
  const latest = at - SETTLING_MS - SILENT_MS
  const stops = (facts.get(order.id) ?? []).filter(fact => fact.kind === 'session-stopped')
  if (stops.some(fact => fact.receivedAt < latest)) return true
  const endedAt = told?.session.endedAt ?? null
  if (told === null || endedAt === null) return false
  const { connector } = told.session
  const { traits } = told.pile
  const where = placeInStatus(traits.protocol, connector, layoutOf(traits))
  const last = frames.findLast(
    frame =>
      frame.pile_id === order.pile_id &&
      frame.received_at <= at &&
      frame.action === 'StatusNotification' &&
      frame.problem === null &&
      frame.frame.includes(where),
  )
  if (last === undefined || !last.frame.includes('Available')) return false
  // What a connector says before its queue has told the start is of a time before the start, as far as we know.
  return last.received_at > Math.max(endedAt, from) && last.received_at < latest
}

/**
 * A driver is told "you charge elsewhere" only when an accepted session of the same member runs, or the server could not
 * know yet that it is over; and "unknown" only of unknown tags. What was refused keeps nobody.
 */
export const refusalsHaveReasons: Invariant = (world, evidence) => {
  const known = new Set(world.members.map(member => member.tag))
  const courses = coursesOf(world, evidence)
  return courses.flatMap(({ order, verdict, from }) => {
    if (verdict === 'invalid' && known.has(order.tag ?? ''))
      return [`order ${order.id}: tag ${order.tag} is known and was called invalid`]
    if (verdict !== 'concurrent') return []
    const elsewhere = courses.some(
      other =>
        other.order !== order &&
        other.verdict === 'accepted' &&
        other.order.member_id === order.member_id &&
        other.from <= from &&
        !isToldOver(other, evidence, from),
    )
    return elsewhere ? [] : [`order ${order.id} of ${order.tag} was refused as concurrent and nothing else ran`]
  })
}

/** I-30: while a member charges in the street in an accepted session, and its pile is heard, no other start is accepted. */
export const oneAcceptedStartPerMember: Invariant = (world, evidence) => {
  // What the supervisor has given up keeps its driver from nothing.
  const givenUp = (id: string) => (evidence.cases.get(id) ?? []).some(one => one.rule.startsWith('S-'))
  const accepted = coursesOf(world, evidence).filter(
    one => one.verdict === 'accepted' && one.order.member_id !== null && one.told !== null && !givenUp(one.order.id),
  )
  const runs = ({ told }: Course, at: number) =>
    told !== null && told.session.startedAt <= at && (told.session.endedAt === null || told.session.endedAt > at)
  const isHeard = ({ order }: Course, at: number) =>
    evidence.frames.some(
      ({ pile_id, received_at }) => pile_id === order.pile_id && received_at > at - SILENT_MS && received_at <= at,
    )
  return [...Map.groupBy(accepted, one => one.order.member_id).values()].flatMap(list =>
    list
      .filter(one => list.some(other => other.from < one.from && runs(other, one.from) && isHeard(other, one.from)))
      .map(({ order }) => `order ${order.id} of ${order.tag} was accepted while its member charged elsewhere`),
  )
}

/** One charge in the street is one bill, however often and by whatever clock its pile tells it. */
export const eachChargeIsBilledOnce: Invariant = (world, evidence) => {
  const billed = new Set(
    evidence.orders.filter(order => order.settled_at !== null && (order.energy ?? 0n) > 0n).map(order => order.id),
  )
  return reportedSessions(world, evidence).flatMap(({ session, orderIds, retoldIds }) => {
    const own = [...orderIds, ...retoldIds].filter(id => billed.has(id))
    return own.length <= 1 ? [] : [`session ${session.name} is billed ${own.length} times: ${own.join(' ')}`]
  })
}

/** Orders are as many as charges that began, repetitions and strangers' words; a crash breeds none. */
export const everyOrderHasAnOwner: Invariant = (world, evidence) => {
  const told = reportedSessions(world, evidence)
  const owned = new Set(told.flatMap(({ orderIds, retoldIds }) => [...orderIds, ...retoldIds]))
  // A session that is known by readings alone: its pile has forgotten the rest, or a stranger spoke.
  // A reading of 2.0.1 names the EVSE, and without its beginning nobody knows the cable.
  const places = new Set(told.map(({ pile, session }) => evseOf(pile, session.connector)))
  const piles = new Map(world.piles.map(pile => [pile.traits.pileId, pile]))
  return evidence.orders.flatMap(order => {
    if (owned.has(order.id)) return []
    const facts = evidence.facts.get(order.id) ?? []
    const isStranger = facts.some(
      fact =>
        (fact.kind === 'session-stopped' && fact.meterStop === STRANGER_REGISTER) ||
        (fact.kind !== 'session-started' && fact.samples.some(sample => sample.register === STRANGER_REGISTER)),
    )
    const pile = piles.get(order.pile_id)
    const isRemainder =
      pile !== undefined &&
      facts.length > 0 &&
      facts.every(fact => fact.kind === 'meter-read') &&
      places.has(evseOf(pile, order.connector_number))
    // A stop that nobody's start fits is a case of its own, so that nothing a pile says is lost.
    const isJunk =
      facts.length === 1 &&
      facts.every(
        fact =>
          fact.kind === 'session-stopped' && fact.deviceAt === JUNK_STOP.at && fact.meterStop === JUNK_STOP.register,
      )
    return isStranger || isRemainder || isJunk ? [] : [`order ${order.id} (${order.state}) is of no session`]
  })
}
