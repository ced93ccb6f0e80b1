import { finishSession, foldSession, isActive } from '@wattyard/charging/contract'
import { energy } from '@wattyard/money'
import type { Evidence, Order } from './evidence.ts'
import { evsesCarryOneTransaction } from './evse-law.ts'
import type { PhysicalSession } from './physical-session.ts'
import {
  eachChargeIsBilledOnce,
  everyOrderHasAnOwner,
  oneAcceptedStartPerMember,
  refusalsHaveReasons,
} from './start-invariants.ts'
import { reportedSessions } from './reported-sessions.ts'
import type { World } from './world.ts'

/** A law that must hold when everything has come to rest: each breach in words, with what one needs to look for it. */
export type Invariant = (world: World, evidence: Evidence) => string[]

/** One Wh in the units of energies (1e-4 kWh). */
const WH = 10n
/** A pulse at either end of a session may fall to its neighbour. */
const TOLERANCE = 2n * WH
const HOUR_MS = 3_600_000n

/** R-01 of trust: what was acknowledged is in the log, word for word. */
const acknowledgedFramesAreStored: Invariant = ({ acknowledged }, { frames }) => {
  const stored = new Set(frames.map(frame => `${frame.pile_id} ${frame.frame}`))
  return acknowledged
    .filter(one => !stored.has(`${one.pileId} ${one.frame}`))
    .map(one => `acknowledged and not stored: ${one.frame}`)
}

/** I-25: one order per physical session; none is lost whose start or stop was acknowledged, none is shared. */
const oneOrderPerSession: Invariant = (world, evidence) => {
  const orders = new Set(evidence.orders.map(order => order.id))
  const owners = new Map<string, string>()
  return reportedSessions(world, evidence).flatMap(({ session, orderIds }) => {
    const found = orderIds.filter(id => orders.has(id))
    const breaches: string[] = []
    // A stop that names nobody and contradicts the only open start is not guessed: both are for a person.
    const isRiddle = session.stopUnnamed && (session.meterStop_wh ?? 0) < session.meterStart_wh
    if (found.length > 1 && !isRiddle)
      breaches.push(`session ${session.name} has ${found.length} orders: ${found.join(' ')}`)
    if (found.length === 0 && (session.startAcked || session.stopAcked))
      breaches.push(`session ${session.name} has no order`)
    for (const id of found) {
      const other = owners.get(id)
      if (other !== undefined && other !== session.name)
        breaches.push(`order ${id} is of sessions ${other} and ${session.name}`)
      owners.set(id, session.name)
    }
    return breaches
  })
}

/** I-11, I-16: the rule book over the stored set of facts gives the stored bill, or a case says that it no longer does. */
const billsCanBeMadeAgain: Invariant = ({ piles }, evidence) => {
  const power = new Map(piles.map(pile => [pile.traits.pileId, pile.traits.power_w]))
  return evidence.orders.filter(isBilled).flatMap(order => {
    const snapshot = evidence.snapshots.get(order.price_hash ?? '')
    const facts = evidence.facts.get(order.id)
    if (snapshot === undefined || facts === undefined) return [`order ${order.id} is billed without price or facts`]
    const limits = {
      ratedPowerW: power.get(order.pile_id) ?? null,
      lastRegister: registerBefore(order, evidence.orders),
      now: order.settled_at ?? 0,
    }
    const { bill, derived } = finishSession(foldSession(facts), limits, snapshot)
    const says = `${order.id} (${order.energy} for ${order.total_fen})`
    if (
      bill?.energy === order.energy &&
      bill?.electricityFen === order.electricity_fen &&
      bill?.serviceFen === order.service_fen
    )
      return []
    // I-26: what came after settlement never changes a bill; a person is told.
    const told = (evidence.cases.get(order.id) ?? []).some(one => one.code === 'bill-contradicted')
    return told
      ? []
      : [
          `order ${says} would be ${bill?.energy} for ${bill?.totalFen}: ${derived.flags.map(flag => flag.code).join(' ')}`,
        ]
  })
}

const isBilled = (order: Order): boolean => order.settled_at !== null

/** What the connector's meter had reached when this order was settled, as the rule book was told. */
function registerBefore(order: Order, orders: readonly Order[]) {
  const before = orders.filter(
    one =>
      one.pile_id === order.pile_id &&
      one.connector_number === order.connector_number &&
      one.id !== order.id &&
      one.meter_stop !== null &&
      one.settled_at !== null &&
      one.settled_at < (order.settled_at ?? 0),
  )
  const last = before.toSorted((a, b) => b.started_at - a.started_at)[0]
  if (last === undefined || last.meter_stop === null) return null
  const isLater = (last.ended_at ?? 0) > order.started_at
  return isLater || (last.meter_start === 0n && last.meter_stop > 0n) ? null : energy(last.meter_stop)
}

/** Nobody pays for more than flowed. */
const neverMoreThanDelivered: Invariant = (world, evidence) => {
  const orders = new Map(evidence.orders.map(order => [order.id, order]))
  return reportedSessions(world, evidence).flatMap(({ session, orderIds }) =>
    orderIds.flatMap(id => {
      const order = orders.get(id)
      if (order === undefined || !isBilled(order)) return []
      const delivered = BigInt(session.delivered_wh) * WH
      return (order.energy ?? 0n) <= delivered + TOLERANCE
        ? []
        : [`session ${session.name} delivered ${delivered} and is billed ${order.energy} (${order.flags.join(' ')})`]
    }),
  )
}

/** A session nobody has disturbed is settled for exactly what flowed: faults of the line and of the server cost nothing. */
const undisturbedSessionsAreSettledExactly: Invariant = (world, evidence) => {
  const orders = new Map(evidence.orders.map(order => [order.id, order]))
  const known = new Set(world.members.map(member => member.tag))
  return reportedSessions(world, evidence).flatMap(({ session, orderIds }) => {
    if (session.disturbed || session.forgotten || !known.has(session.tag)) return []
    const order = orders.get(orderIds[0] ?? '')
    if (order === undefined) return [] // the law about orders says so
    const delivered = BigInt(session.delivered_wh) * WH
    if (order.state === 'settled' && order.energy === delivered) return []
    // A start that was refused and took nothing costs nothing: it is closed, and says why.
    const starts = (evidence.facts.get(order.id) ?? []).filter(fact => fact.kind === 'session-started')
    const isRefused = starts.length > 0 && starts.every(fact => fact.verdict !== 'accepted')
    if (order.state === 'closed' && isRefused && delivered === 0n && order.close_reason !== null) return []
    const cases = (evidence.cases.get(order.id) ?? []).map(one => one.code).join(' ')
    return [
      `session ${session.name} delivered ${delivered}: order ${order.id} is ${order.state} with ${order.energy} (${order.flags.join(' ')}; ${cases}; offline ${session.offline})`,
    ]
  })
}

/** I-03: lines add up to the order. */
const linesAddUp: Invariant = (_world, { orders, lines }) =>
  orders.flatMap(order => {
    const own = lines.get(order.id) ?? []
    const sum = own.reduce((total, line) => total + line.electricity_fen + line.service_fen, 0n)
    const flowed = own.reduce((total, line) => total + line.energy, 0n)
    const breaches: string[] = []
    if (sum !== order.total_fen + order.discount_fen)
      breaches.push(`lines of order ${order.id} make ${sum}, the order says ${order.total_fen}`)
    if (own.length > 0 && flowed !== order.energy)
      breaches.push(`lines of order ${order.id} hold ${flowed}, the order says ${order.energy}`)
    if (!isBilled(order) && own.length > 0) breaches.push(`order ${order.id} has lines and was not billed`)
    return breaches
  })

/** What an order costs was paid or is owed. */
const ordersArePaidOrOwed: Invariant = (_world, { orders }) =>
  orders.flatMap(order => {
    const covered = order.paid_principal_fen + order.paid_gift_fen + order.receivable_fen
    if (isBilled(order) && covered !== order.total_fen)
      return [`order ${order.id} costs ${order.total_fen} and ${covered} is covered`]
    return !isBilled(order) && order.total_fen + covered !== 0n
      ? [`order ${order.id} is not settled and holds money`]
      : []
  })

/** Wallets moved by what orders say and by nothing else. */
const walletsFollowOrders: Invariant = ({ members }, { orders, wallets }) =>
  members.flatMap(({ memberId, funds_fen }) => {
    const wallet = wallets.get(memberId)
    if (wallet === undefined) return [`member ${memberId} has no wallet`]
    const own = orders.filter(order => order.member_id === memberId)
    const paid = own.reduce((sum, order) => sum + order.paid_principal_fen + order.paid_gift_fen, 0n)
    const owed = own.reduce((sum, order) => sum + order.receivable_fen, 0n)
    const has = wallet.principal + wallet.gift + wallet.frozenPrincipal + wallet.frozenGift
    const breaches: string[] = []
    if (has !== funds_fen - paid)
      breaches.push(`member ${memberId} began with ${funds_fen}, paid ${paid} and has ${has}`)
    if (wallet.owed !== owed) breaches.push(`member ${memberId} owes ${wallet.owed}, orders say ${owed}`)
    return breaches
  })

/** I-14, I-15. */
const ledgerIsGreen: Invariant = (_world, { ledger, orders }) => {
  const paid = orders.some(order => order.paid_principal_fen > 0n)
  const blind = paid && (ledger.counted.journals === 0 || ledger.counted.postings === 0)
  return [
    ...ledger.findings.map(finding => `ledger: ${finding.check} ${finding.subject} ${finding.detail}`),
    ...(blind ? ['the ledger verifier saw nothing'] : []),
  ]
}

/** I-32: nothing stays frozen for an order that is done. */
const holdsOfEndedOrdersAreEnded: Invariant = (_world, { holds, orders }) => {
  const byId = new Map(orders.map(order => [order.id, order]))
  return holds.flatMap(hold => {
    const order = byId.get(hold.source_id)
    if (order === undefined) return [`hold ${hold.id} is of no order`]
    // An order that waits for a person keeps what was set aside for it.
    const mayBeOpen = order.state !== 'settled' && order.state !== 'closed'
    return hold.state === 'open' && !mayBeOpen ? [`hold ${hold.id} of order ${order.id} (${order.state}) is open`] : []
  })
}

/** I-31. */
const walletsAreNotBelowZero: Invariant = (_world, { wallets }) =>
  [...wallets].flatMap(([memberId, wallet]) => {
    const parts = [wallet.principal, wallet.gift, wallet.frozenPrincipal, wallet.frozenGift, wallet.owed]
    return parts.some(part => part < 0n) ? [`member ${memberId}: ${parts.join(' ')}`] : []
  })

/** I-30, at rest: what piles have not forgotten has ended. */
const nothingIsLeftOpen: Invariant = (world, evidence) => {
  const ended = new Map<string, PhysicalSession>()
  for (const { session, orderIds } of reportedSessions(world, evidence))
    if (orderIds.length === 1) for (const id of orderIds) ended.set(id, session)
  return evidence.orders.flatMap(order => {
    const session = ended.get(order.id)
    return isActive(order.state) && session !== undefined && session.stopAcked
      ? [`order ${order.id} of session ${session.name} is ${order.state}`]
      : []
  })
}

/** I-12, I-13. */
const nothingImplausibleIsBilled: Invariant = ({ piles }, { orders, cases }) => {
  const power = new Map(piles.map(pile => [pile.traits.pileId, pile.traits.power_w]))
  return orders.filter(isBilled).flatMap(order => {
    const breaches: string[] = []
    const length = BigInt((order.ended_at ?? 0) - order.started_at)
    const possible = (BigInt(power.get(order.pile_id) ?? 0) * length * WH * 11n) / (HOUR_MS * 10n)
    if (order.ended_at === null) breaches.push('no end')
    if (length < 0n || length > 24n * HOUR_MS) breaches.push(`lasted ${length} ms`)
    if ((order.energy ?? -1n) < 0n || (order.energy ?? 0n) > possible)
      breaches.push(`${order.energy} of ${possible} possible`)
    if (order.meter_stop !== null && order.meter_start !== null && order.meter_stop < order.meter_start)
      breaches.push('stop below start')
    if (order.started_at < Date.UTC(2020, 0, 1)) breaches.push('before 2020')
    if (order.transaction_id === null) breaches.push('no start')
    const blocking = (cases.get(order.id) ?? []).filter(one => one.blocks && one.state === 'open')
    // A later fact may show what could not be seen when it was billed; then the case of the contradiction is there, too.
    const contradicted = (cases.get(order.id) ?? []).some(one => one.code === 'bill-contradicted')
    if (blocking.length > 0 && !contradicted)
      breaches.push(`billed in spite of ${blocking.map(one => `${one.rule} ${one.code}`).join(' ')}`)
    return breaches.map(breach => `order ${order.id} is billed: ${breach}`)
  })
}

/** I-20: what a pile says is about itself. */
const pilesSpeakForThemselves: Invariant = (_world, { facts, frames, orders }) => {
  const pileOfFrame = new Map(frames.map(frame => [`${frame.stream}:${frame.seq}`, frame.pile_id]))
  const pileOfOrder = new Map(orders.map(order => [order.id, order.pile_id]))
  return [...facts].flatMap(([sessionId, list]) =>
    list.flatMap(fact => {
      const from = pileOfFrame.get(fact.frame)
      const breaches: string[] = []
      if (from !== fact.pileId) breaches.push(`fact ${fact.frame} of pile ${fact.pileId} was sent by ${from}`)
      if (pileOfOrder.get(sessionId) !== from)
        breaches.push(`frame ${fact.frame} of pile ${from} is in an order of ${pileOfOrder.get(sessionId)}`)
      return breaches
    }),
  )
}

/** Everything stored was worked through, nothing was put aside. */
const consumerIsThrough: Invariant = (_world, { frames, cursor }) => {
  const last = frames.findLast(frame => frame.problem === null && frame.action === 'StatusNotification')
  const dead = frames.filter(frame => frame.problem?.startsWith('consumer'))
  const breaches = dead.map(frame => `dead letter ${frame.seq}: ${frame.problem} ${frame.frame}`)
  if (last !== undefined && cursor < last.seq) breaches.push(`cursor at ${cursor}, last frame with facts ${last.seq}`)
  return breaches
}

/** I-24: whatever a pile kept got through, and no call that every pile makes was refused. */
const everyPileIsHeard: Invariant = ({ piles, refusals }) => [
  ...piles
    .filter(pile => !pile.isIdle)
    .map(pile => `pile ${pile.traits.index} still waits with ${pile.waiting} messages`),
  ...refusals.map(refusal => `refused: ${refusal}`),
]

/** A statement after the end of its transaction would land in somebody else's. */
const noStatementGoesAstray: Invariant = ({ strays }) => strays.map(text => `after its transaction: ${text}`)

/** Every law by name. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  acknowledgedFramesAreStored,
  oneOrderPerSession,
  billsCanBeMadeAgain,
  neverMoreThanDelivered,
  undisturbedSessionsAreSettledExactly,
  linesAddUp,
  ordersArePaidOrOwed,
  walletsFollowOrders,
  ledgerIsGreen,
  holdsOfEndedOrdersAreEnded,
  walletsAreNotBelowZero,
  nothingIsLeftOpen,
  nothingImplausibleIsBilled,
  pilesSpeakForThemselves,
  consumerIsThrough,
  everyPileIsHeard,
  refusalsHaveReasons,
  oneAcceptedStartPerMember,
  eachChargeIsBilledOnce,
  everyOrderHasAnOwner,
  evsesCarryOneTransaction,
  noStatementGoesAstray,
}

/** Breaches of every law, by name; empty when all hold. */
export function judge(world: World, evidence: Evidence): Record<string, string[]> {
  const found = Object.entries(INVARIANTS).map(([name, law]) => [name, law(world, evidence)] as const)
  return Object.fromEntries(found.filter(([, breaches]) => breaches.length > 0))
}
