import type { SheetLine } from '@wattyard/resource'
import {
  actorOf,
  audit,
  labelsOf,
  type Reader,
  type ResourceIndex,
  type Route,
  route,
  sendSheet,
  type Tx,
  serveCall,
} from '@wattyard/server-kit'
import { settingOf } from '@wattyard/platform/server'
import { formatInstant, isZone } from '@wattyard/time'
import { z } from 'zod'
import {
  listDeviceLog,
  type DeviceLogPage,
  type DeviceLogRow,
  deviceLogFilters,
} from '../../contract/calls/device-log.ts'
import { event } from '../../contract/event.ts'
import { eventDetail } from '../../contract/event-detail.ts'
import { commandKeepDays, eventKeepDays } from '../retention.ts'
import { type FoundLines, readDeviceLog } from './device-log-query.ts'

const CHUNK = 2_000
/** Rows of one file; beyond it the caller narrows the filter. */
const MAX_ROWS = 1_048_575

/** Names of the piles and stations of lines. */
function namesOf(tx: Tx, index: ResourceIndex, list: readonly DeviceLogRow[], reader: Reader) {
  const { pile, station } = event.fields
  return labelsOf(
    tx,
    index,
    { fields: { pile, station }, scope: event.scope },
    list.map(({ pileId, stationId }) => ({ pile: pileId, station: stationId })),
    reader,
  )
}

const list = (index: ResourceIndex): Route =>
  serveCall(listDeviceLog, {
    work: 'read',
    async handle({ tx, caller, input: { pageSize, ...wanted } }) {
      const page = await readDeviceLog(tx, caller, wanted, pageSize)
      const labels = await namesOf(tx, index, page.list, caller)
      const kept = { events: await settingOf(tx, eventKeepDays), commands: await settingOf(tx, commandKeepDays) }
      return { ...page, labels, kept }
    },
  })

const COLUMNS = ['at', 'station', 'pile', 'what', 'how', 'detail', 'askedBy', 'ip', 'times'] as const

const exported = (index: ResourceIndex): Route =>
  route({
    method: 'GET',
    path: '/api/device/log/export',
    access: 'gateway.log:export',
    stations: 'narrowed',
    input: deviceLogFilters.omit({ after: true }).extend({
      format: z.enum(['csv', 'xlsx']).default('csv'),
      zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
    }),
    work: 'raw',
    summary: 'the device log as a spreadsheet',
    async handle(call) {
      const { caller, db, reply, language } = call
      if (!caller) throw new Error('an export needs a caller')
      const { format, zone, ...wanted } = call.input
      const say = (key: string, params: Record<string, string> = {}) => call.translate(language, key, params)
      // A text without a word comes back as its key.
      const wordOf = (name: string, value: string) => {
        const key = `${name}Value.${value}`
        const word = say(key)
        return word === key ? value : word
      }
      await db.tenant(caller.tenantId, tx =>
        audit(tx, actorOf({ ...call, caller }), [
          { resource: 'gateway.log', recordId: '', action: 'export', after: { ...wanted, format } },
        ]),
      )
      const cells = (row: DeviceLogRow, labels: DeviceLogPage['labels']): SheetLine => {
        const of = row.source === 'event' ? 'gateway.event' : 'gateway.command'
        return [
          { text: formatInstant(row.at, zone), as: 'instant' },
          labels['assets.station']?.[row.stationId ?? ''] ?? '',
          labels['assets.pile']?.[row.pileId ?? ''] ?? row.identity ?? '',
          say(`${of}.kindValue.${row.kind}`),
          row.state
            ? say(`gateway.command.stateValue.${row.state}`)
            : say(`gateway.event.severityValue.${row.severity}`),
          row.source === 'event' ? eventDetail(row.kind, row.detail ?? '', { say, wordOf }) : (row.detail ?? ''),
          row.askedBy ? wordOf('gateway.command.askedBy', row.askedBy) : '',
          row.ip ?? '',
          row.times,
        ]
      }
      async function* lines() {
        yield COLUMNS.map(key => say(`gateway.log.${key}`))
        let after: string | null = null
        let done = 0
        do {
          const page: FoundLines & Pick<DeviceLogPage, 'labels'> = await call.read(async (tx, reader) => {
            const found = await readDeviceLog(tx, reader, { ...wanted, ...(after ? { after } : {}) }, CHUNK)
            return { ...found, labels: await namesOf(tx, index, found.list, reader) }
          })
          for (const row of page.list) yield cells(row, page.labels)
          done += page.list.length
          after = page.next
        } while (after !== null && done < MAX_ROWS)
      }
      await sendSheet(reply, { format, title: say('gateway.log.noun'), zone, total: null }, lines())
      return undefined
    },
  })

/** Events and commands of devices, as shown at `/console/log`. */
export const deviceLogRoutes = (index: ResourceIndex): readonly Route[] => [list(index), exported(index)]
