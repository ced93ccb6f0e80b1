import { formatEnergy, formatFen, sumFen, sumEnergy } from '@wattyard/money'
import { stationsByIds } from '@wattyard/assets/server'
import { col, invalid, type Route, serveCall, type Tx } from '@wattyard/server-kit'
import { PERIOD_KINDS, type PeriodKind } from '@wattyard/time'
import {
  type MoneySplit,
  type PeriodSum,
  priceWhatIf,
  type SessionDifference,
  sumPeriods,
  type WhatIf,
  whatIf,
} from '../contract/index.ts'
import type { PastOrder, PricingPorts, Wiring } from './ports.ts'
import { ratingPolicyOf } from './rows.ts'
import { completeDays } from './version-routes.ts'

/** Most orders in one answer; rating them takes well under a second. */
export const MAX_WHAT_IF_ORDERS = 20_000
const MAX_WINDOW_MS = 400 * 24 * 3600 * 1000
const MAX_SHOWN_REFUSALS = 100

function wireSplit({ electricityFen, serviceFen, totalFen }: MoneySplit) {
  return { electricity: formatFen(electricityFen), service: formatFen(serviceFen), total: formatFen(totalFen) }
}

function wireDifference({ energy, before, after, difference }: Omit<SessionDifference, 'id'>) {
  return {
    energy: formatEnergy(energy),
    before: wireSplit(before),
    after: wireSplit(after),
    difference: wireSplit(difference),
  }
}

const NOTHING: PeriodSum = sumPeriods([]).P

function wirePeriods(past: readonly PastOrder[], result: WhatIf) {
  const rated = new Set(result.sessions.map(session => session.id))
  const before = sumPeriods(
    past.filter(order => rated.has(order.id)).map(order => ({ byPeriod: allPeriods(order.billedByPeriod) })),
  )
  return PERIOD_KINDS.map(period => ({
    period,
    before: wireSum(before[period]),
    after: wireSum(result.byPeriod[period]),
  }))
}

function allPeriods(some: PastOrder['billedByPeriod']): Record<PeriodKind, PeriodSum> {
  return {
    J: some.J ?? NOTHING,
    F: some.F ?? NOTHING,
    P: some.P ?? NOTHING,
    G: some.G ?? NOTHING,
    S: some.S ?? NOTHING,
  }
}

function wireSum({ energy, electricityFen, serviceFen }: PeriodSum) {
  return {
    energy: formatEnergy(energy),
    electricity: formatFen(electricityFen),
    service: formatFen(serviceFen),
    total: formatFen(sumFen([electricityFen, serviceFen])),
  }
}

function byStation(past: readonly PastOrder[], sessions: readonly SessionDifference[]) {
  const stationOf = new Map(past.map(order => [order.id, order.stationId]))
  const groups = new Map<string, SessionDifference[]>()
  for (const session of sessions) {
    const station = stationOf.get(session.id) ?? ''
    const group = groups.get(station)
    if (group) group.push(session)
    else groups.set(station, [session])
  }
  return [...groups].map(([stationId, own]) => {
    const add = (side: 'before' | 'after' | 'difference'): MoneySplit => ({
      electricityFen: sumFen(own.map(one => one[side].electricityFen)),
      serviceFen: sumFen(own.map(one => one[side].serviceFen)),
      totalFen: sumFen(own.map(one => one[side].totalFen)),
    })
    return {
      stationId,
      orders: own.length,
      energy: sumEnergy(own.map(one => one.energy)),
      before: add('before'),
      after: add('after'),
      difference: add('difference'),
    }
  })
}

async function versionIdsOf(tx: Tx, policyId: string): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    'select id from pricing_version where tenant_id = $1 and policy_id = $2',
    [tx.tenantId, policyId],
  )
  return rows.map(row => row.id)
}

function ratedOfOthers(past: readonly PastOrder[], { sessions }: WhatIf, own: readonly string[]): number {
  const rated = new Set(sessions.map(session => session.id))
  return past.filter(({ id, versionId }) => versionId !== null && !own.includes(versionId) && rated.has(id)).length
}

type PastSessions = NonNullable<PricingPorts['pastSessions']>

/**
 * Serves the cost of past orders under a version, which can be a draft: by default of those that its policy billed. Only the price changes: drivers' behaviour under other
 * prices is unknown.
 */
export function whatIfRoute({ clock }: Wiring, pastSessions: PastSessions): Route {
  return serveCall(priceWhatIf, {
    work: 'read',
    async handle(call) {
      const { input, tx } = call
      if (input.to <= input.from || input.to - input.from > MAX_WINDOW_MS)
        throw invalid({ to: { key: 'kernel.field.outOfRange' } })
      const { row, policy, days } = await completeDays(call, input.version)
      const own = await versionIdsOf(tx, policy.id)
      const filter = {
        from: input.from,
        to: input.to,
        stationIds: input.stations?.length ? input.stations : null,
        versionIds: input.allPolicies ? null : own,
        limit: MAX_WHAT_IF_ORDERS,
      }
      const past = await pastSessions(tx, call.caller, filter)
      const result = whatIf(past.list, { versionId: row.id, zone: policy.zone, days }, ratingPolicyOf(policy))
      const stations = byStation(past.list, result.sessions)
      const names = await stationsByIds(
        tx,
        stations.map(station => station.stationId),
      )
      return {
        version: { id: row.id, number: row.number, state: row.state },
        count: {
          matching: past.total,
          considered: past.list.length,
          rated: result.sessions.length,
          ofOthers: ratedOfOthers(past.list, result, own),
        },
        total: wireDifference(result.total),
        dearer: result.dearer,
        cheaper: result.cheaper,
        unchanged: result.unchanged,
        periods: wirePeriods(past.list, result),
        stations: stations
          .toSorted((a, b) => Number(b.before.totalFen - a.before.totalFen))
          .map(({ stationId, orders, ...sums }) => ({
            stationId,
            name: names.get(stationId)?.name ?? '',
            orders,
            ...wireDifference(sums),
          })),
        refused: { count: result.refused.length, first: result.refused.slice(0, MAX_SHOWN_REFUSALS) },
        asOf: clock.now(),
      }
    },
  })
}
