import { placeOfConnector } from '@wattyard/assets/contract'
import type { Invariant } from './invariants.ts'
import { layoutOf } from './surroundings.ts'
import { reportedSessions } from './reported-sessions.ts'
import type { VirtualPile } from './virtual-pile.ts'

/** Name of the EVSE that this connector of a pile belongs to. */
export const evseOf = ({ traits }: VirtualPile, connector: number): string =>
  `${traits.pileId} ${placeOfConnector(connector, layoutOf(traits)).evse}`

/**
 * An EVSE carries one transaction (decision 320): the order of a charge is at the connector where it was, and of two charges at
 * one EVSE the former has ended when the later begins. What clock or memory of the pile has spoilt is left out.
 */
export const evsesCarryOneTransaction: Invariant = (world, { orders, facts }) => {
  const byId = new Map(orders.map(order => [order.id, order]))
  const charges = reportedSessions(world, { facts }).flatMap(({ pile, session, orderIds }) => {
    if (session.disturbed || session.forgotten || session.retoldAs.length > 0) return []
    const id = orderIds.find(one => facts.get(one)?.some(fact => fact.kind === 'session-started'))
    const order = byId.get(id ?? '')
    return order === undefined ? [] : [{ order, session, evse: evseOf(pile, session.connector) }]
  })
  const misplaced = charges
    .filter(({ order, session }) => order.connector_number !== session.connector)
    .map(({ order, session }) => `order ${order.id} of ${session.name} is at connector ${order.connector_number}`)
  const overlaps = [...Map.groupBy(charges, one => one.evse).values()].flatMap(list => {
    const ended = list.filter(({ order }) => order.ended_at !== null && (order.energy ?? 0n) > 0n)
    const inOrder = ended.toSorted((a, b) => a.order.started_at - b.order.started_at)
    return inOrder.flatMap(({ order, session, evse }, i) => {
      const next = inOrder[i + 1]
      if (next === undefined || (order.ended_at ?? 0) <= next.order.started_at) return []
      return [`at EVSE ${evse} ${session.name} charges until after ${next.session.name} has begun`]
    })
  })
  return [...misplaced, ...overlaps]
}
