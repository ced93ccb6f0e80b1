import { suspendedTenants } from '@wattyard/identity/server'
import type { StartVerdict } from '@wattyard/gateway/contract'
import {
  refusedSessions,
  type StartDecider,
  type StartDecision,
  type StartRequest,
  stoppedSessions,
} from '@wattyard/gateway/server'
import { findTags, type TagMatch, walletsOf } from '@wattyard/members/server'
import type { Wallet } from '@wattyard/members/contract'
import { type LiveBus, type Tx, col } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { keepsDriver } from '../../contract/index.ts'
import { notifyOrderScreens } from '../order/change-order.ts'
import {
  failedStarts,
  isOnItsWay,
  type RunningRow,
  readEndSigns,
  runningOf,
  OPEN_ORDER,
  OPEN_ORDER_COLUMNS,
} from '../supervise/end-signs.ts'
import { EvseMates } from './evse-mates.ts'
import { knownPiles } from './gateway-piles.ts'
import { placeOrder } from './place-order.ts'
import type { StartBook } from './start-book.ts'

const answer = (verdict: StartVerdict, expiresAt: number | null = null): StartDecision => ({
  verdict,
  expiresAt,
  parentTag: null,
})

/** Open orders of one member that are looked at; one alone keeps a member busy. */
const MOST_OPEN = 8

interface Member {
  tenantId: string
  memberId: string
}

/** An open order of a member; without a row when its start was accepted a moment ago. */
interface Keeping {
  tenantId: string
  memberId: string
  sessionId: string
  row: RunningRow | null
}

/**
 * Sessions that keep these members from starting another: their open orders, and starts that were accepted a moment
 * ago. Nobody is kept by a session whose stop is stored, although its order still waits for the facts to be worked
 * through; by one that was refused, or whose pile refused to begin; or by one that its pile has shown to be over.
 */
async function busyMembers(
  tx: Tx,
  members: readonly Member[],
  starts: StartBook,
  now: number,
): Promise<Map<string, Keeping[]>> {
  if (members.length === 0) return new Map()
  const rows = await tx.query(
    // The limit keeps the planner at one look-up per member, whatever it believes about the table.
    { ...OPEN_ORDER, member_id: col.uuid },
    `select k.member_id, o.* from unnest($1::uuid[], $2::uuid[]) as k(tenant, member_id)
     cross join lateral (select ${OPEN_ORDER_COLUMNS}
       from charging_order o left join charging_watch w on w.tenant_id = o.tenant_id and w.order_id = o.id
       where o.tenant_id = k.tenant and o.member_id = k.member_id and o.state in ('draft', 'starting', 'charging', 'stopping') limit ${MOST_OPEN}) as o`,
    [members.map(member => member.tenantId), members.map(member => member.memberId)],
  )
  const open = rows.map(
    ({ member_id, ...row }): Keeping => ({ tenantId: row.tenant_id, memberId: member_id, sessionId: row.id, row }),
  )
  for (const { tenantId, memberId } of members) {
    const sessionId = starts.pending(memberId, now)
    if (sessionId !== null && !open.some(one => one.sessionId === sessionId))
      open.push({ tenantId, memberId, sessionId, row: null })
  }
  if (open.length === 0) return new Map()
  const over = await stoppedSessions(tx, open)
  const refused = await refusedSessions(tx, open)
  const failed = await failedStarts(
    tx,
    open.flatMap(({ row }) => row ?? []),
    knownPiles,
  )
  const isDone = (sessionId: string) => over.has(sessionId) || refused.has(sessionId) || failed.has(sessionId)
  const left = open.filter(({ sessionId }) => !isDone(sessionId))
  const signs = await readEndSigns(
    tx,
    left.flatMap(({ row }) => row ?? []),
    knownPiles,
  )
  const keeping = left.filter(({ row, sessionId }) => {
    const known = signs.get(sessionId)
    return row === null || known === undefined || isOnItsWay(row) || keepsDriver(runningOf(row), known, now)
  })
  return Map.groupBy(keeping, one => one.memberId)
}

/** An EVSE carries one transaction: its next start, of a later time, shows that the former is over. */
function isFollowedBy({ row }: Keeping, request: StartRequest, mates: EvseMates): boolean {
  return (
    row !== null &&
    row.pile_id === request.pileId &&
    request.connector !== null &&
    mates.of(row).includes(request.connector) &&
    request.at > row.started_at
  )
}

/** Piles at which somebody starts who is kept by a session there: only there the EVSE matters. */
function pilesAgain(keeping: readonly Keeping[], requests: readonly StartRequest[]): string[] {
  const asked = new Set(requests.map(request => request.pileId))
  return keeping.flatMap(({ row }) => (row !== null && asked.has(row.pile_id) ? [row.pile_id] : []))
}

function tagVerdict(tag: TagMatch | null): StartVerdict {
  switch (tag?.verdict) {
    case undefined:
      return 'invalid'
    case 'accepted':
      return 'accepted'
    case 'expired':
      return 'expired'
    case 'blocked':
    case 'lost':
    case 'memberBlocked':
      return 'blocked'
  }
}

/**
 * Decides who may start, many requests at once, inside the transaction that stores the frames. A
 * start that happened offline is decided by the same rules; its session exists whatever we say.
 * A start without a tag is accepted only as the answer to a remote start of ours. A start that is ordered from afar has
 * its order at once (`placeOrder`).
 */
export function createStartDecider(clock: Clock, starts: StartBook, live?: LiveBus): StartDecider {
  return {
    async place(tx, start) {
      const row = await placeOrder(tx, start, clock.now())
      if (live) notifyOrderScreens(tx, { live }, [row])
    },
    async decide(tx, requests) {
      const now = clock.now()
      const tagged = requests.filter(request => request.tag !== null)
      const tags = await findTags(
        tx,
        tagged.map(request => ({ tenantId: request.tenantId, tag: request.tag ?? '' })),
        now,
      )
      const found = new Map(tagged.map((request, i) => [request, tags[i] ?? null]))
      const members = [
        ...new Map(
          tags.flatMap(tag =>
            tag ? [[tag.memberId, { tenantId: tag.tenantId, memberId: tag.memberId }] as const] : [],
          ),
        ).values(),
      ]
      // Sent together, a statement each. What asks several goes by itself: where one of those sent together fails, the
      // others must have nothing left to ask of a transaction that is over.
      const begin = requests.filter(({ kind }) => kind === 'start').map(({ tenantId }) => tenantId)
      const [wallets, suspended] = await Promise.all([walletsOf(tx, members), suspendedTenants(tx, begin)])
      const busy = await busyMembers(tx, members, starts, now)
      const mates = await EvseMates.read(tx, pilesAgain([...busy.values()].flat(), requests))
      const known = { now, busy, wallets, starts, mates }
      return requests.map(request =>
        // What charges goes on: cards are still read, and stop it.
        request.kind === 'start' && suspended.has(request.tenantId)
          ? answer('blocked')
          : decideOne(tx, request, found.get(request) ?? null, known),
      )
    },
  }
}

/** What a driver can spend: the wallet and the credit that is left. */
function fundsOf(wallet: Wallet | undefined, tag: TagMatch): bigint {
  return (wallet ? wallet.principal + wallet.gift - wallet.owed : 0n) + tag.policy.credit_limit_fen
}

interface Knowledge {
  now: number
  /** Changes as starts are accepted. */
  busy: Map<string, Keeping[]>
  wallets: ReadonlyMap<string, Wallet>
  starts: StartBook
  mates: EvseMates
}

function decideOne(
  tx: Tx,
  request: StartRequest,
  tag: TagMatch | null,
  { now, busy, wallets, starts, mates }: Knowledge,
): StartDecision {
  if (request.tag === null) return answer(request.remoteStartId !== null ? 'accepted' : 'invalid')
  const verdict = tagVerdict(tag)
  if (verdict !== 'accepted' || !tag) return answer(verdict)
  if (request.kind === 'tag') return answer('accepted', tag.expiresAt)
  const others = (busy.get(tag.memberId) ?? []).filter(
    other => other.sessionId !== request.sessionId && !isFollowedBy(other, request, mates),
  )
  if (others.length > 0 && request.kind === 'start') return answer('concurrent')
  if (fundsOf(wallets.get(tag.memberId), tag) <= 0n) return answer('no-credit')
  if (request.kind === 'start' && request.sessionId !== null) {
    const payer = { tag: request.tag, memberId: tag.memberId, mix: tag.policy.mix }
    const { sessionId } = request
    // A batch that is rolled back is tried again under new sessions: what it accepted must not refuse them.
    tx.afterCommit(() => starts.accept(payer, sessionId, now))
    // A second start of the same member in this very batch finds the first.
    const { tenantId, memberId } = tag
    busy.set(memberId, [...others, { tenantId, memberId, sessionId, row: null }])
  }
  return answer('accepted', tag.expiresAt)
}
