import { type Energy, energy } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import type { FinishedSession } from '../../contract/index.ts'
import type { OrderRow } from '../order/order-row.ts'

interface Mark {
  /** Highest trusted register of an order that ended at this connector, and which order that was. */
  register: Energy
  orderId: string
  /** When that order ended, epoch ms. */
  endedAt: number
  /** The meter was seen to begin a session at 0 and count up: it counts per session. */
  perSession: boolean
}

const MAX_KEPT = 100_000
const keyOf = (row: Pick<OrderRow, 'pile_id' | 'connector_number'>) => `${row.pile_id}#${row.connector_number}`

/** The highest register of each connector's meter before a session, to check a reported start of 0. */
export class LastRegisters {
  readonly #marks = new Map<string, Mark | null>()

  /** Looks up connectors that are not known yet, one query for all. */
  async load(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
    const missing = rows.filter(row => !this.#marks.has(keyOf(row)))
    if (missing.length === 0) return
    if (this.#marks.size > MAX_KEPT) this.#marks.clear()
    const found = await tx.query(
      {
        id: col.uuid,
        pile_id: col.uuid,
        connector_number: col.integer,
        meter_start: col.bigint.orNull,
        meter_stop: col.bigint,
        ended_at: col.instant,
      },
      `select distinct on (o.pile_id, o.connector_number) o.id, o.pile_id, o.connector_number, o.meter_start, o.meter_stop, o.ended_at
       from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::integer[]) as k(tenant_id, pile_id, connector_number)) k
       join charging_order o on o.tenant_id = k.tenant_id and o.pile_id = k.pile_id and o.connector_number = k.connector_number
       where o.state = 'settled' and o.meter_stop is not null and o.ended_at is not null and o.id <> all($4::uuid[])
       order by o.pile_id, o.connector_number, o.started_at desc`,
      [
        missing.map(row => row.tenant_id),
        missing.map(row => row.pile_id),
        missing.map(row => row.connector_number),
        missing.map(row => row.id),
      ],
    )
    for (const row of missing) this.#marks.set(keyOf(row), null)
    for (const row of found)
      this.#marks.set(keyOf(row), {
        register: energy(row.meter_stop),
        orderId: row.id,
        endedAt: row.ended_at,
        perSession: row.meter_start === 0n && row.meter_stop > 0n,
      })
  }

  /**
   * Returns null when unknown, when the meter counts per session, or when the order itself set the mark; also when the mark
   * belongs to a later session, because a pile that was cut off reports its sessions in any order.
   */
  before(row: OrderRow): Energy | null {
    const mark = this.#marks.get(keyOf(row))
    if (!mark || mark.perSession || mark.orderId === row.id || mark.endedAt > row.started_at) return null
    return mark.register
  }

  /**
   * Returns the same for an order that is being judged. The first answer is stored in its row and stays, whatever is learnt later
   * about earlier sessions.
   */
  known(row: OrderRow): Energy | null {
    const isJudged = row.energy_method !== null && row.rated_power_w !== null
    if (!isJudged) row.register_before = this.before(row)
    return row.register_before === null ? null : energy(row.register_before)
  }

  /**
   * Returns whether a session with this start and end register may already be billed under another order: the connector has
   * reached that register, or was billed for a later time.
   */
  mayBeBilled(row: OrderRow, register: bigint, startedAt: number): boolean {
    const mark = this.#marks.get(keyOf(row))
    if (mark === undefined || mark === null || mark.orderId === row.id) return false
    return mark.perSession || mark.register >= register || mark.endedAt > startedAt
  }

  /** A billed session moves the mark. */
  learn(row: OrderRow, finished: FinishedSession | null): void {
    const last = finished?.bill ? finished.derived.points.at(-1) : undefined
    if (!last) return
    const known = this.#marks.get(keyOf(row))
    if (known && known.orderId !== row.id && known.endedAt > last.at) return
    this.#marks.set(keyOf(row), {
      register: last.register,
      orderId: row.id,
      endedAt: last.at,
      perSession: row.meter_start === 0n && last.register > 0n,
    })
  }
}
