import { createHash } from 'node:crypto'
import type { Evidence } from './evidence.ts'
import type { World } from './world.ts'

/**
 * Everything a run has come to, without what is made by chance outside the seed (ids, keys, the order in which equal
 * things are listed). Two runs of one seed have the same.
 */
export function fingerprint(world: World, { orders, lines, cases, frames, facts, wallets, holds }: Evidence): string {
  const piles = new Map(world.piles.map(pile => [pile.traits.pileId, pile.traits.index]))
  const members = new Map(world.members.map((member, index) => [member.memberId, index]))
  const told = orders.map(order => [
    piles.get(order.pile_id),
    order.connector_number,
    order.started_at,
    order.ended_at,
    order.meter_start,
    order.meter_stop,
    order.state,
    order.tag,
    members.get(order.member_id ?? ''),
    order.energy,
    order.energy_method,
    order.confidence,
    order.flags,
    order.electricity_fen,
    order.service_fen,
    order.total_fen,
    order.paid_principal_fen,
    order.receivable_fen,
    order.settled_at,
    (lines.get(order.id) ?? []).map(line => [
      line.seq,
      line.period,
      line.energy,
      line.electricity_fen,
      line.service_fen,
    ]),
    (cases.get(order.id) ?? []).map(one => [one.code, one.state]),
    facts.get(order.id)?.length ?? 0,
  ])
  const parts = [
    told.map(text).toSorted(),
    [...wallets].map(([id, wallet]) => text([members.get(id), wallet])).toSorted(),
    holds.map(hold => text([hold.state, hold.principal_fen, hold.gift_fen])).toSorted(),
    frames.map(frame => text([piles.get(frame.pile_id), frame.direction, frame.action, frame.problem])).toSorted(),
    world.acknowledged.length,
  ]
  return createHash('sha256').update(text(parts)).digest('hex')
}

function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
}
