import { col, type RowIn } from '@wattyard/server-kit'
import { readFacts, readOrders, type StoredFact } from '@wattyard/charging/server'
import { verifyLedger } from '@wattyard/ledger/server'
import { walletsOf } from '@wattyard/members/server'
import { LOT_CHECKS } from '@wattyard/payments/server'
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

export const STORED_FRAME = {
  stream: col.integer,
  seq: col.bigint,
  pile_id: col.uuid,
  received_at: col.instant,
  direction: col.text,
  action: col.text,
  message_id: col.text.orNull,
  frame: col.text,
  problem: col.text.orNull,
}

export type StoredFrame = RowIn<typeof STORED_FRAME>

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
    const ids = await tx.query({ id: col.uuid }, 'select id from charging_order where tenant_id = $1', [tenantId])
    const orders = await readOrders(
      tx,
      ids.map(row => row.id),
    )
    const lines = await tx.query(
      {
        tenant_id: col.uuid,
        order_id: col.uuid,
        seq: col.integer,
        period: col.text,
        from_at: col.instant,
        to_at: col.instant,
        energy: col.bigint,
        electricity_price: col.bigint,
        service_price: col.bigint,
        electricity_nano: col.bigint,
        service_nano: col.bigint,
        electricity_fen: col.bigint,
        service_fen: col.bigint,
        price_scale: col.integer,
      },
      'select * from charging_order_line where tenant_id = $1 order by order_id, seq',
      [tenantId],
    )
    const sessions = await tx.query(
      { session_id: col.uuid },
      'select distinct session_id from charging_fact where tenant_id = $1',
      [tenantId],
    )
    const cases = await tx.query(
      { order_id: col.uuid, rule: col.text, code: col.text, blocks: col.boolean, state: col.text },
      'select order_id, rule, code, blocks, state from charging_finding where tenant_id = $1 order by code',
      [tenantId],
    )
    const frames = await tx.query(
      STORED_FRAME,
      'select stream, seq, pile_id, received_at, direction, action, message_id, frame, problem from gateway_frame where tenant_id = $1 order by seq',
      [tenantId],
    )
    const [cursor] = await tx.query(
      { seq: col.bigint },
      'select c.seq from gateway_cursor c join gateway_stream s on s.stream = c.stream where s.name = $1',
      [stream],
    )
    const holds = await tx.query(
      { id: col.uuid, source_id: col.text, state: col.text, principal_fen: col.bigint, gift_fen: col.bigint },
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
      ledger: await verifyLedger(tx, { tenantId, now: clock.now(), checks: LOT_CHECKS }),
      snapshots: await versionSnapshots(tx, [...new Set(orders.flatMap(order => order.price_hash ?? []))]),
    }
  })
}
