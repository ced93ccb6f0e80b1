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

/** Most open orders per member that are read; a single one keeps the member busy. */
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
 * Returns the sessions that keep these members from starting another: open orders, and starts accepted just now. Not counted are
 * sessions with a stored stop whose order is not processed yet, refused ones, ones whose pile refused to begin, and ones that the
 * pile has shown to be over.
 */
async function busyMembers(
  tx: Tx,
  members: readonly Member[],
  starts: StartBook,
  now: number,
): Promise<Map<string, Keeping[]>> {
  if (members.length === 0) return new Map()
  const rows = await tx.query(
    // The limit makes the planner use one look-up per member, whatever its statistics are.
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

/**
 * Returns whether the request is a later start on the order's EVSE. An EVSE carries one transaction, so the former one is over.
 */
function isFollowedBy({ row }: Keeping, request: StartRequest, mates: EvseMates): boolean {
  return (
    row !== null &&
    row.pile_id === request.pileId &&
    request.connector !== null &&
    mates.of(row).includes(request.connector) &&
    request.at > row.started_at
  )
}

/** Returns the piles where a kept member starts again; only there the EVSE matters. */
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
 * Creates the decider of starts. It decides many requests at once inside the transaction that stores the frames. Offline starts
 * are decided by the same rules, although their session exists anyway. A start without a tag is accepted only as the answer to a
 * remote start of ours. A remote start gets its order immediately (`placeOrder`).
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
      // Sent together, one statement each. Functions with several statements run alone: if one of those sent together fails, the
      // others must not query an aborted transaction.
      const begin = requests.filter(({ kind }) => kind === 'start').map(({ tenantId }) => tenantId)
      const [wallets, suspended] = await Promise.all([walletsOf(tx, members), suspendedTenants(tx, begin)])
      const busy = await busyMembers(tx, members, starts, now)
      const mates = await EvseMates.read(tx, pilesAgain([...busy.values()].flat(), requests))
      const known = { now, busy, wallets, starts, mates }
      return requests.map(request =>
        // Running sessions continue: cards are still read and stop them.
        request.kind === 'start' && suspended.has(request.tenantId)
          ? answer('blocked')
          : decideOne(tx, request, found.get(request) ?? null, known),
      )
    },
  }
}

/** Returns what a driver can spend: the wallet and the remaining credit. */
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
    // A rolled-back batch is repeated under new sessions, which its own accepted starts must not refuse.
    tx.afterCommit(() => starts.accept(payer, sessionId, now))
    // A second start of the same member in this batch finds the first.
    const { tenantId, memberId } = tag
    busy.set(memberId, [...others, { tenantId, memberId, sessionId, row: null }])
  }
  return answer('accepted', tag.expiresAt)
}
