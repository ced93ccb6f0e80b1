import { readFacts, readOrders, type StoredFact } from '@wattyard/charging/server'
import { verifyLedger } from '@wattyard/ledger/server'
import { walletsOf } from '@wattyard/members/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { versionSnapshots } from '@wattyard/pricing/server'
import type { World } from './world.ts'

export type Order = Awaited<ReturnType<typeof readOrders>>[number]

export interface Line {
  order_id: string
  seq: number
  period: string
  energy: bigint
  electricity_fen: bigint
  service_fen: bigint
}

export interface StoredFrame {
  stream: number
  seq: bigint
  pile_id: string
  received_at: number
  direction: string
  action: string
  message_id: string | null
  frame: string
  problem: string | null
}

/** What is in the database when everything has come to rest, read once for all invariants. */
export interface Evidence {
  orders: readonly Order[]
  lines: ReadonlyMap<string, readonly Line[]>
  facts: ReadonlyMap<string, readonly StoredFact[]>
  cases: ReadonlyMap<string, readonly { rule: string; code: string; blocks: boolean; state: string }[]>
  frames: readonly StoredFrame[]
  cursor: bigint
  holds: readonly { id: string; source_id: string; state: string; principal_fen: bigint; gift_fen: bigint }[]
  wallets: Awaited<ReturnType<typeof walletsOf>>
  ledger: Awaited<ReturnType<typeof verifyLedger>>
  snapshots: ReadonlyMap<string, PriceSnapshot>
}

export async function gatherEvidence({ base, tenantId, members, stream, clock }: World): Promise<Evidence> {
  return base.platform(async tx => {
    const ids = await tx.query<{ id: string }>('select id from charging_order where tenant_id = $1', [tenantId])
    const orders = await readOrders(
      tx,
      ids.map(row => row.id),
    )
    const lines = await tx.query<Line>(
      'select * from charging_order_line where tenant_id = $1 order by order_id, seq',
      [tenantId],
    )
    const sessions = await tx.query<{ session_id: string }>(
      'select distinct session_id from charging_fact where tenant_id = $1',
      [tenantId],
    )
    const cases = await tx.query<{ order_id: string; rule: string; code: string; blocks: boolean; state: string }>(
      'select order_id, rule, code, blocks, state from charging_abnormal where tenant_id = $1 order by code',
      [tenantId],
    )
    const frames = await tx.query<StoredFrame>(
      'select stream, seq, pile_id, received_at, direction, action, message_id, frame, problem from gateway_frame where tenant_id = $1 order by seq',
      [tenantId],
    )
    const [cursor] = await tx.query<{ seq: bigint }>(
      'select c.seq from gateway_cursor c join gateway_stream s on s.stream = c.stream where s.name = $1',
      [stream],
    )
    const holds = await tx.query<Evidence['holds'][number]>(
      'select id, source_id, state, principal_fen, gift_fen from ledger_hold where tenant_id = $1',
      [tenantId],
    )
    return {
      orders,
      lines: Map.groupBy(lines, line => line.order_id),
      facts: await readFacts(
        tx,
        sessions.map(row => row.session_id),
      ),
      cases: Map.groupBy(cases, one => one.order_id),
      frames,
      cursor: cursor?.seq ?? 0n,
      holds,
      wallets: await walletsOf(
        tx,
        members.map(({ memberId }) => ({ tenantId, memberId })),
      ),
      ledger: await verifyLedger(tx, { tenantId, now: clock.now() }),
      snapshots: await versionSnapshots(tx, [...new Set(orders.flatMap(order => order.price_hash ?? []))]),
    }
  })
}
