import { stationsInReach } from '@wattyard/assets/server'
import { formatPrice, type Price, price } from '@wattyard/money'
import {
  type Caller,
  col,
  forgetVersionNumbers,
  may,
  serveResource,
  type ServedResource,
  type Tx,
} from '@wattyard/server-kit'
import { policy, slotAt, version } from '../contract/index.ts'
import { policiesWithinReach } from './policies-within-reach.ts'
import { placesRunning } from './place/running-places.ts'
import type { Wiring } from './ports.ts'
import { snapshotsByHash } from './price-book.ts'

/** The version in force and the numbers of planned ones and drafts, for the list of policies. */
const STANDING = {
  policy_id: col.uuid,
  current: col.json<{ id: string; number: number; hash: string; validFrom: number; validTo: number | null }>().orNull,
  planned: col.integer,
  drafts: col.integer,
}

export function servePolicy(wiring: Wiring): ServedResource {
  return serveResource(policy, {
    withinReach: (tx, caller, rows) =>
      policiesWithinReach(
        tx,
        caller,
        rows.map(row => row.id),
        wiring.clock.now(),
      ),
    // Drafts are deleted with their policy. Foreign keys keep a policy that was published or assigned.
    async beforeDelete({ tx }, row) {
      await tx.execute("delete from pricing_version where tenant_id = $1 and policy_id = $2 and state = 'draft'", [
        tx.tenantId,
        row.id,
      ])
    },
    afterDelete: ({ tx }, rows) =>
      forgetVersionNumbers(
        tx,
        version,
        rows.map(({ id }) => id),
      ),
    async decorate(tx, caller, records) {
      const ids = records.map(record => record.id)
      const now = wiring.clock.now()
      const rows = await tx.query(
        STANDING,
        `select policy_id,
           (jsonb_agg(jsonb_build_object('id', id, 'number', number, 'hash', hash,
             'validFrom', round(extract(epoch from valid_from_at) * 1000), 'validTo', round(extract(epoch from valid_to_at) * 1000)))
             filter (where state <> 'draft' and valid_from_at <= $3 and (valid_to_at is null or valid_to_at > $3)))->0 as current,
           (count(*) filter (where state = 'published' and valid_from_at > $3))::int as planned,
           (count(*) filter (where state = 'draft'))::int as drafts
         from pricing_version where tenant_id = $1 and policy_id = any($2::uuid[]) group by policy_id`,
        [tx.tenantId, ids, new Date(now)],
      )
      const prices = await pricesNow(
        tx,
        caller,
        rows.flatMap(({ current }) => (current ? [current.hash] : [])),
        now,
      )
      const standings = new Map(rows.map(({ policy_id, ...standing }) => [policy_id, standing]))
      const running = await placesRunning(tx, ids, now)
      const stations = await stationsInReach(tx, caller)
      const isSeen = (stationId: string | null) => stations === null || (stationId !== null && stations.has(stationId))
      const reached = await policiesWithinReach(tx, caller, ids, now)
      for (const record of records) {
        const standing = standings.get(record.id) ?? { current: null, planned: 0, drafts: 0 }
        const day = standing.current && prices.get(standing.current.hash)
        record.standing = standing
        record.priceNow = day ? formatPrice(day.now) : null
        record.priceToday = day ? { low: formatPrice(day.low), high: formatPrice(day.high) } : null
        // Only callers with all its places in scope may change its versions; the versions' `can` has the details.
        record.isWithinReach = reached.has(record.id)
        // The number counts only places in the caller's scope.
        record.runsAt = running.filter(place => place.policyId === record.id && isSeen(place.stationId)).length
      }
    },
  })
}

/** Electricity and service together, at an instant and as the lowest and the highest of that day. */
interface PricesOfDay {
  readonly now: Price
  readonly low: Price
  readonly high: Price
}

/** Returns the prices of versions by hash, with one statement; none for callers who may not read versions. */
async function pricesNow(
  tx: Tx,
  caller: Caller,
  hashes: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, PricesOfDay>> {
  if (!may(caller, `${version.name}:read`)) return new Map()
  const snapshots = await snapshotsByHash(tx, hashes)
  return new Map(
    [...snapshots].map(([hash, { tariff }]): [string, PricesOfDay] => {
      const { plan, interval } = slotAt(tariff, at)
      const sorted = plan.intervals.map(sumOf).toSorted((a, b) => (a < b ? -1 : 1))
      const now = sumOf(interval)
      return [hash, { now, low: sorted[0] ?? now, high: sorted.at(-1) ?? now }]
    }),
  )
}

const sumOf = ({ electricity, service }: { electricity: Price; service: Price }): Price => price(electricity + service)
