import { connectorLabel, connectorsOfSameEvse } from '@wattyard/assets/contract'
import { type Pile, pilesByIds } from '@wattyard/assets/server'
import { type PlacedStart, refusedSessions, stoppedSessions } from '@wattyard/gateway/server'
import { findTags, keepMembers } from '@wattyard/members/server'
import { Refusal, type Tx, col } from '@wattyard/server-kit'
import { keepsDriver, type OrderState, transition } from '../../contract/index.ts'
import { newOrder } from './begin-orders.ts'
import {
  failedStarts,
  isOnItsWay,
  readEndSigns,
  runningOf,
  OPEN_ORDER,
  OPEN_ORDER_COLUMNS,
} from '../supervise/end-signs.ts'
import { knownPiles } from './gateway-piles.ts'
import { type OrderRow, writeOrders } from '../order/order-row.ts'
import { refuseCard } from './refuse-card.ts'
import { markStartSent } from '../supervise/watch-store.ts'

/** Connector of an order whose pile may choose one; the start reports which. */
const ANY_CONNECTOR = 0

/**
 * Creates the order of a remote start, in the transaction that stores the command: from `draft` to `starting` immediately, so
 * that the requester can follow it. Its id is the session id of the pile's later start; price, hold and connector are set when
 * that is reported.
 *
 * @throws Refusal `charging.connectorBusy`, `charging.evseBusy`, `charging.memberBusy` (I-30), and at `tag` where the card may not
 *   charge; the command is then not stored
 */
export async function placeOrder(tx: Tx, start: PlacedStart, now: number): Promise<OrderRow> {
  const { tenantId, pileId, connector, tag, sessionId, commandId } = start
  const pile = (await pilesByIds(tx, [pileId])).get(pileId)
  if (!pile) throw new Refusal('kernel.notFound', { status: 404 })
  const [match] = await findTags(tx, [{ tenantId, tag }], now)
  refuseCard(match, 'tag')
  const [memberId = null] = match ? await keepMembers(tx, [match]) : []
  await refuseBusy(tx, { tenantId, pile, connector, memberId }, now)
  const { row } = newOrder(
    { tenantId, sessionId, pileId, connector: connector ?? ANY_CONNECTOR, at: now, receivedAt: now },
    pile,
  )
  row.tag = tag
  row.member_id = memberId
  row.start_method = 'remote'
  row.state = sent()
  await writeOrders(tx, [{ row, version: 0 }])
  await markStartSent(tx, row, commandId, now)
  return row
}

/** The order is placed and its command written in one step. */
function sent(): OrderState {
  const moved = transition('draft', 'start-sent', { isEnergyFlowing: false, hasStarted: false, hasStopped: false })
  if (!moved.ok) throw new Error(`a draft cannot be sent (${moved.code})`)
  return moved.state
}

interface Plug {
  tenantId: string
  pile: Pile
  connector: number | null
  memberId: string | null
}

/**
 * Checks that EVSE and member have no other open order. Sessions that are stopped, refused by server or pile, or shown to be over
 * do not count.
 */
async function refuseBusy(tx: Tx, { tenantId, pile, connector, memberId }: Plug, now: number): Promise<void> {
  // Of two simultaneous commands the second waits here and then sees the first one's order.
  const mates = connector === null ? [ANY_CONNECTOR] : connectorsOfSameEvse(connector, pile)
  const keys = [`${pile.id}#${mates[0]}`, ...(memberId === null ? [] : [memberId])]
  await tx.query('select pg_advisory_xact_lock(hashtextextended(k, 7714)) from unnest($1::text[]) as k order by k', [
    keys,
  ])
  const open = await tx.query(
    { ...OPEN_ORDER, mine: col.boolean },
    `select ${OPEN_ORDER_COLUMNS},
       coalesce(o.member_id = $4, false) as mine
     from charging_order o left join charging_watch w on w.tenant_id = o.tenant_id and w.order_id = o.id
     where o.tenant_id = $1 and o.state in ('draft', 'starting', 'charging', 'stopping')
       and ((o.pile_id = $2 and o.connector_number = any($3::int[]) and o.connector_number <> ${ANY_CONNECTOR}) or o.member_id = $4)`,
    [tenantId, pile.id, mates, memberId],
  )
  if (open.length === 0) return
  const sessions = open.map(({ id }) => ({ tenantId, sessionId: id }))
  const over = await stoppedSessions(tx, sessions)
  const refused = await refusedSessions(tx, sessions)
  const failed = await failedStarts(tx, open, knownPiles)
  const signs = await readEndSigns(tx, open, knownPiles)
  const busy = open.filter(row => {
    const known = signs.get(row.id)
    // A refused session belongs to nobody; if it charges anyway, its connector reports that.
    const isDone = over.has(row.id) || refused.has(row.id) || failed.has(row.id)
    return !isDone && (isOnItsWay(row) || known === undefined || keepsDriver(runningOf(row), known, now))
  })
  if (busy.length === 0) return
  const here = busy.filter(row => row.pile_id === pile.id && mates.includes(row.connector_number))
  if (here.some(row => row.connector_number === connector)) throw new Refusal('charging.connectorBusy', { status: 409 })
  const [mate] = here.filter(row => row.connector_number !== ANY_CONNECTOR)
  // What anybody sees at the pile is said first: otherwise a connector in use would confirm the number of a card.
  if (!mate) throw new Refusal('charging.memberBusy', { status: 409 })
  const params = { connector: connectorLabel(mate.connector_number, pile) }
  throw new Refusal('charging.evseBusy', { status: 409, params })
}
