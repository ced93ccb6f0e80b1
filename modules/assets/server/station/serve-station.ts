import { mustKeepLimit } from '@wattyard/identity/server'
import { divideHalfUp, formatPpm, formatPrice, ppm, PPM_ONE, type Price } from '@wattyard/money'
import type { RowOf } from '@wattyard/resource'
import {
  type Call,
  col,
  type CommandHandler,
  invalid,
  may,
  type MessageRef,
  Refusal,
  type SaveChange,
  scoped,
  serveResource,
  type ServedResource,
  valueAfter,
} from '@wattyard/server-kit'
import { ALL_DAY } from '@wattyard/time'
import { station } from '../../contract/index.ts'
import { changeStationStatus, isStatusCommand, mayChangeStatus, type StatusCommand } from './change-station-status.ts'
import { bindStations } from './bind-stations.ts'
import type { AssetsPorts } from '../ports.ts'
import { countStations } from '../count-assets.ts'
import { livesByStation } from '../live/live-records.ts'
import { NO_PILES, stationCounters } from './station-counters.ts'

/** A tenth of a percent in ppm: the decimals that a column of shares shows. */
const TENTH_PPM = 1_000n

/** The selector and drivers always have a name to show: the station's own when no other is given. */
function shownName({ input, before }: SaveChange<typeof station>): Partial<RowOf<typeof station>> {
  if (input.anotherName) return {}
  const wasTheName = before !== null && before.another_name === before.name
  const isCleared = input.anotherName === null || before === null
  return isCleared || wasTheName ? { another_name: input.name ?? before?.name ?? null } : {}
}

/** Checks that a station does not state hours while it is open all day. A new one that states hours alone is not. */
function checkHours(change: SaveChange<typeof station>): Partial<RowOf<typeof station>> {
  const { input, mode, said } = change
  if (input.openAllDay === undefined && input.openingHours === undefined) return {}
  const hours = valueAfter(station, change, 'openingHours')
  if (mode === 'create' && !said.has('openAllDay') && hours && hours !== ALL_DAY) return { open_all_day: false }
  if (valueAfter(station, change, 'openAllDay') && hours && hours !== ALL_DAY)
    throw invalid({ openingHours: { key: 'assets.error.openAllDayAlready' } })
  return {}
}

/** Tells of another station with the name: lists and rankings would show the same text twice. */
async function oddNames(
  { tx, caller }: Call,
  { name }: Readonly<Record<string, unknown>>,
): Promise<Record<string, MessageRef>> {
  if (typeof name !== 'string') return {}
  const where = scoped(caller, station)
  where.add(`name = ${where.value(name.trim())}`)
  const [same] = await tx.query(
    { code: col.text },
    `select code from assets_station where ${where.text} limit 1`,
    where.values,
  )
  return same ? { name: { key: 'assets.field.sameName', params: { code: same.code } } } : {}
}

async function refuseWithPiles({ tx }: Call, row: Readonly<RowOf<typeof station>>): Promise<void> {
  const count = (await stationCounters(tx, [row.id])).get(row.id)?.piles ?? 0
  if (count > 0) throw new Refusal('assets.stationHasPiles', { params: { name: row.name, count } })
}

/** Percent of connectors with a session, rounded half up to one decimal. */
const shareText = (sessions: number, connectors: number): string =>
  formatPpm(ppm(divideHalfUp(BigInt(sessions) * PPM_ONE, BigInt(connectors) * TENTH_PPM) * TENTH_PPM))

const priceText = (price: Price | null | undefined): string | null =>
  price === null || price === undefined ? null : formatPrice(price)

export function serveStation(ports: AssetsPorts): ServedResource {
  const command =
    (name: StatusCommand): CommandHandler<typeof station, 'open' | 'close' | 'maintain'> =>
    (call, rows, input) =>
      changeStationStatus(call, ports, {
        command: name,
        rows,
        evenIfCharging: 'evenIfCharging' in input && input.evenIfCharging === true,
      })
  return serveResource(station, {
    commands: {
      open: command('open'),
      close: command('close'),
      maintain: command('maintain'),
      bind: (call, rows, input) =>
        bindStations(call, { ports, index: call.resources }, { rows, operatorId: input.operator, field: 'operator' }),
    },
    oddOfNew: oddNames,
    allows: (action, row) => !isStatusCommand(action) || mayChangeStatus(action, row.status),
    async beforeSave(_call, change) {
      return { ...checkHours(change), ...shownName(change) }
    },
    async afterSave({ tx, caller }, { id, mode }) {
      if (mode === 'create') await mustKeepLimit(tx, caller.tenantId, 'stations', countStations)
      tx.afterCommit(() =>
        ports.live?.publish({ tenantId: caller.tenantId, topic: station.name, stationId: id, data: { id, mode } }),
      )
    },
    beforeDelete: refuseWithPiles,
    async decorate(tx, caller, records) {
      const ids = records.map(record => record.id)
      const counters = await stationCounters(tx, ids)
      const lives = await livesByStation(tx, ids)
      // What is charged just now is told by orders, and to people who may read those.
      const mayReadOrders = may(caller, 'charging.order:read')
      const sessions = mayReadOrders ? await ports.runningSessions(tx, ids) : null
      const power = mayReadOrders ? await ports.powerNow?.(tx, ids) : undefined
      const prices = await ports.pricesNow?.(tx, caller, ids)
      for (const record of records) {
        record.counters = counters.get(record.id) ?? NO_PILES
        record.lives = lives.get(record.id) ?? {}
        const { piles, dcPiles, connectors } = counters.get(record.id) ?? NO_PILES
        const price = prices?.get(record.id)
        record.piles = piles
        // Sessions under way without a reading that still holds: the power is not zero but unknown, as after a start of the server.
        const isUnread = (sessions?.get(record.id) ?? 0) > 0 && !power?.has(record.id)
        record.powerNow = power === undefined || isUnread ? null : (power.get(record.id) ?? 0)
        record.utilisation =
          connectors === 0 || sessions === null ? null : shareText(sessions.get(record.id) ?? 0, connectors)
        // A station without piles has the price that its first ones will have.
        record.fastPrice = dcPiles > 0 || piles === 0 ? priceText(price?.fast) : null
        record.slowPrice = piles > dcPiles || piles === 0 ? priceText(price?.slow) : null
      }
    },
  })
}
