import { pile } from '@wattyard/assets/contract'
import { command, isCardNumber } from '@wattyard/gateway/contract'
import { findTags } from '@wattyard/members/server'
import { tag as tagDefinition } from '@wattyard/members/contract'
import {
  actorOf,
  audit,
  type Call,
  col,
  countCommandQuestion,
  invalid,
  may,
  Refusal,
  type Route,
  rowInScope,
  rowsInScope,
  scoped,
  serveCall,
  textList,
  uuidList,
} from '@wattyard/server-kit'
import { followStarts, startCharge } from '../../contract/calls/start.ts'
import { CLOSE_REASONS } from '../../contract/close-reason.ts'
import { order, ORDER_STATES } from '../../contract/index.ts'
import type { ChargingPorts } from '../ports.ts'
import { refuseCard } from './refuse-card.ts'

interface Card {
  readonly card?: string | undefined
  readonly tag?: string | undefined
}

/**
 * Returns the number of the card to start for. A typed number need not be registered, because a pile may know cards that we do not;
 * one that is registered is judged like a chosen card.
 * @throws Refusal at `card` or `tag`
 */
async function cardNumber({ tx, caller }: Pick<Call, 'tx' | 'caller'>, given: Card, now: number): Promise<string> {
  const { card, tag } = given
  if (card !== undefined) {
    if (!may(caller, `${tagDefinition.name}:read`)) throw new Refusal('kernel.forbidden', { status: 403 })
    const row = await rowInScope(tx, caller, tagDefinition, card)
    const [match] = await findTags(tx, [{ tenantId: caller.tenantId, tag: row.tag }], now)
    if (!match) throw invalid({ card: { key: 'kernel.field.noSuchRecord' } })
    refuseCard(match, 'card')
    return row.tag
  }
  if (tag === undefined || tag === '') throw invalid({ tag: { key: 'kernel.field.required' } })
  if (!isCardNumber(tag)) throw invalid({ tag: { key: 'gateway.error.cardNumber' } })
  // Whether a start by a card is refused tells that somebody has it.
  countCommandQuestion(caller, command, 'remoteStart', { tag })
  const [match] = await findTags(tx, [{ tenantId: caller.tenantId, tag }], now)
  refuseCard(match, 'tag')
  return tag
}

/** Serves `POST /api/charging/start`. */
function startRoute({ piles, clock }: Pick<ChargingPorts, 'piles' | 'clock'>): Route {
  return serveCall(startCharge, {
    work: 'write',
    keyed: true,
    async handle(call) {
      const { tx, caller, input } = call
      const { id: pileId, station_id: stationId } = await rowInScope(tx, caller, pile, input.pile)
      const connector = input.connector ?? null
      const tag = await cardNumber(call, input, clock.now())
      const ask = { tenantId: caller.tenantId, pileId, stationId, connector, tag }
      const asked = await piles.start(tx, ask, caller.displayName)
      if (!asked) throw new Refusal('kernel.notFound', { status: 404 })
      const after = { pile: pileId, connector, tag }
      await audit(tx, actorOf(call), [{ resource: command.name, recordId: '', action: 'remoteStart', after }])
      return { command: asked.commandId, order: asked.orderId }
    },
  })
}

/** Serves `GET /api/charging/start/follow`. */
const followRoute: Route = serveCall(followStarts, {
  work: 'read',
  async handle({ tx, caller, input }) {
    // A reader of orders who may not read commands follows none.
    if (!may(caller, `${command.name}:read`)) return { list: [] }
    const sent = (await rowsInScope(tx, caller, command, input.ids)).flatMap(({ id, payload }) => {
      const orderId = sessionIn(payload)
      return orderId === null ? [] : [{ id, orderId }]
    })
    const where = scoped(caller, order)
    const ids = where.value(uuidList(sent.map(({ orderId }) => orderId)))
    const commands = where.value(textList(sent.map(({ id }) => id)))
    const rows = await tx.query(
      {
        command: col.text,
        order: col.uuid,
        orderNo: col.text,
        state: col.oneOf(ORDER_STATES),
        closeReason: col.oneOf(CLOSE_REASONS).orNull,
      },
      `select k.command, id as "order", order_no as "orderNo", state, close_reason as "closeReason"
       from charging_order join unnest(${ids}::uuid[], ${commands}::text[]) as k(order_id, command) on k.order_id = id
       where ${where.text}`,
      where.values,
    )
    return { list: rows }
  },
})

/** Returns the session that the payload of a start names; null when it names none. */
function sessionIn(payload: unknown): string | null {
  const named = typeof payload === 'object' && payload !== null && 'sessionId' in payload ? payload.sessionId : null
  return typeof named === 'string' ? named : null
}

/** Returns the routes of remote starts: sending one, and what became of several. */
export const startRoutes = (ports: Pick<ChargingPorts, 'piles' | 'clock'>): readonly Route[] => [
  startRoute(ports),
  followRoute,
]
