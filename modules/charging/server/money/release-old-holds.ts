import { fen } from '@wattyard/money'
import { settingOf } from '@wattyard/platform/server'
import { eachByItself, instantList, type Job, type Tx, uuidList, col } from '@wattyard/server-kit'
import { heldTooLong } from '../../contract/index.ts'
import { notifyOrderScreens } from '../order/change-order.ts'
import { notifyCaseScreens } from '../order/close-cases.ts'
import { openCases } from '../facts/open-cases.ts'
import { ORDER_COLUMNS, ORDER_ROW } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { releaseHolds } from './release-holds.ts'
import { SUPERVISION } from '../supervise/supervisor-limits.ts'

/** Orders of one transaction; the rest follows in the next. */
const AT_ONCE = 200
/** Actor of released holds. */
const ACTOR = 'supervisor'

/** SQL of the instant since which an abnormal order's hold counts: the later of the pile's last fact and the newest finding. */
export const HELD_SINCE = `greatest(o.last_fact_at, (select max(a.created_at) from charging_finding a
  where a.tenant_id = o.tenant_id and a.order_id = o.id and a.blocks))`

/** Returns the tenants with held money for orders that need a person. */
async function tenantsWithHolds(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid },
    "select distinct tenant_id from charging_order where state = 'abnormal' and hold_id is not null order by tenant_id",
  )
  return rows.map(row => row.tenant_id)
}

/**
 * Releases holds that are too old, for orders of one tenant that need a person. Nothing is lost: order, cases and estimate stay,
 * a case records the released amount, and a later decision is paid from the wallet or becomes a receivable.
 *
 * @returns number of released holds
 */
async function releaseOfTenant(tx: Tx, ports: ChargingPorts, tenantId: string): Promise<number> {
  const now = ports.clock.now()
  const { held_s } = await settingOf(tx, SUPERVISION, tenantId)
  const columns = ORDER_COLUMNS.split(', ').map(column => `o.${column}`)
  const rows = await tx.query(
    { ...ORDER_ROW, held_since: col.instant },
    `select ${columns.join(', ')}, ${HELD_SINCE} as held_since from charging_order o
     where o.tenant_id = $1 and o.state = 'abnormal' and o.hold_id is not null and ${HELD_SINCE} <= $2
     order by o.id limit ${AT_ONCE} for update`,
    [tenantId, new Date(now - held_s * 1_000)],
  )
  if (rows.length === 0) return 0
  await releaseHolds(tx, rows, ACTOR, now)
  const cases = rows.map(({ held_since, ...row }) => ({
    order: { row },
    finding: heldTooLong(fen(row.hold_principal_fen + row.hold_gift_fen), held_since, now),
  }))
  await openCases(tx, cases, now)
  await tx.execute(
    `update charging_order o set hold_id = null, hold_principal_fen = 0, hold_gift_fen = 0, version = o.version + 1, updated_at = k.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as k(tenant_id, id, at) where o.tenant_id = k.tenant_id and o.id = k.id`,
    [uuidList(rows.map(row => row.tenant_id)), uuidList(rows.map(row => row.id)), instantList(rows.map(() => now))],
  )
  notifyOrderScreens(tx, ports, rows)
  notifyCaseScreens(tx, ports.live, rows)
  return rows.length
}

/** Returns every hour; a tenant and a page at a time, so that no transaction is long. */
export function releaseHoldsJob(ports: ChargingPorts): Job {
  return {
    name: 'charging.releaseHolds',
    cron: '35 * * * *',
    async run({ db, signal }) {
      let released = 0
      await eachByItself(
        await db.platform(tenantsWithHolds),
        async tenantId => {
          for (let done = AT_ONCE; done === AT_ONCE && !signal.aborted; released += done)
            done = await db.platform(tx => releaseOfTenant(tx, ports, tenantId))
        },
        { signal },
      )
      return `holds: ${released}`
    },
  }
}
