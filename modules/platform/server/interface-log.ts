import type { SheetLine } from '@wattyard/resource'
import {
  actorOf,
  audit,
  Condition,
  type Database,
  plainPath,
  type ResourceIndex,
  firstIdAt,
  forgetByTenant,
  likeText,
  type Route,
  route,
  type ScheduledJob,
  sendSheet,
  type Tx,
  col,
  serveCall,
} from '@wattyard/server-kit'
import { formatInstant, isZone } from '@wattyard/time'
import { z } from 'zod'
import {
  listInterfaceCalls,
  type InterfaceCallRow,
  type InterfaceFilters,
  interfaceFilters,
} from '../contract/calls/interface-call.ts'
import { CALL_DIRECTIONS, CALL_OUTCOMES } from '../contract/interface-call.ts'
import { declareSetting, settingOf } from './settings.ts'

const INTERFACE_CALL_ROW = {
  id: col.uuid,
  at: col.instant,
  direction: col.oneOf(CALL_DIRECTIONS),
  peer: col.text,
  host: col.text,
  method: col.text,
  path: col.text,
  status: col.integer.orNull,
  outcome: col.oneOf(CALL_OUTCOMES),
  reason: col.text.orNull,
  took: col.integer,
  sentBytes: col.integer.orNull,
  answeredBytes: col.integer.orNull,
  correlationId: col.text.orNull,
  times: col.integer,
  lastAt: col.instant.orNull,
}

const DAY_MS = 86_400_000
const CHUNK = 2_000
/** Rows of one file; beyond it the caller narrows the filter. */
const MAX_ROWS = 1_048_575
/** Most calls that one request searches for a text; the answer states how far it got. */
const SEARCHED_CALLS = 2_000

/** Setting: retention of calls with partners in days, at least the legal retention of logs. */
export const interfaceKeepDays = declareSetting({
  key: 'platform.interfaceKeepDays',
  schema: z.number().int().min(180).max(3_650),
  initial: 180,
})

const COLUMNS = `id, at, direction, peer, host, method, path, status, outcome, reason, took_ms as took, sent_bytes as "sentBytes",
  answered_bytes as "answeredBytes", correlation_id as "correlationId", times, last_at as "lastAt"`
const TEXTS = ['host', 'path', 'reason', '"correlationId"', 'status::text']

interface Found {
  list: InterfaceCallRow[]
  next: string | null
  searchedTo: number | null
}

/** Returns a call as it is shown: those from before a rule about secrets were stored without it. */
function shown(index: ResourceIndex, row: InterfaceCallRow): InterfaceCallRow {
  const plain = { ...row, path: plainPath(row.path) }
  return index.withoutSecrets?.(plain) ?? plain
}

/** Returns whether one of the searched texts of a call holds another, as it is shown. */
const tells = ({ host, path, reason, correlationId, status }: InterfaceCallRow, q: string): boolean =>
  [host, path, reason, correlationId, status]
    .filter(text => text !== null)
    .join(' ')
    .toLowerCase()
    .includes(q.toLowerCase())

async function readCalls(tx: Tx, index: ResourceIndex, wanted: InterfaceFilters, pageSize: number): Promise<Found> {
  const { tenantId } = tx
  const where = new Condition()
  where.add(`tenant_id = ${where.value(tenantId)}`)
  for (const key of ['direction', 'peer', 'outcome'] as const)
    if (wanted[key]) where.add(`${key} = ${where.value(wanted[key])}`)
  // Ids are made when the call is over, a little after it began.
  if (wanted.from !== undefined) {
    where.add(`at >= ${where.value(new Date(wanted.from))}`)
    where.add(`id >= ${where.value(firstIdAt(wanted.from))}`)
  }
  if (wanted.to !== undefined) {
    where.add(`at < ${where.value(new Date(wanted.to))}`)
    where.add(`id < ${where.value(firstIdAt(wanted.to + DAY_MS))}`)
  }
  if (wanted.after) where.add(`id < ${where.value(wanted.after)}`)
  const newest = `select ${COLUMNS} from kernel_interface_call where ${where.text} order by id desc`
  const searched = wanted.q !== undefined
  const [edge] = searched
    ? await tx.query(INTERFACE_CALL_ROW, `${newest} offset ${SEARCHED_CALLS - 1} limit 1`, where.values)
    : []
  const text = searched
    ? ` where lower(concat_ws(' ', ${TEXTS.join(', ')})) like ${where.value(likeText(wanted.q?.toLowerCase() ?? ''))}`
    : ''
  const rows = await tx.query(
    INTERFACE_CALL_ROW,
    `select * from (${newest}${searched ? ` limit ${SEARCHED_CALLS}` : ''}) as newest${text} order by id desc limit ${searched ? SEARCHED_CALLS : pageSize + 1}`,
    where.values,
  )
  const found = rows.map(row => shown(index, row)).filter(row => wanted.q === undefined || tells(row, wanted.q))
  const list = found.slice(0, pageSize)
  if (found.length > list.length) return { list, next: list.at(-1)?.id ?? null, searchedTo: null }
  return { list, next: edge?.id ?? null, searchedTo: edge?.at ?? null }
}

/** Found by leaping through the index: as many reads as there are neighbours. */
async function peersOf(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query(
    { peer: col.text },
    `with recursive k as (
       (select peer from kernel_interface_call where tenant_id = $1 order by peer limit 1)
       union all
       select (select c.peer from kernel_interface_call c where c.tenant_id = $1 and c.peer > k.peer order by c.peer limit 1)
       from k where k.peer is not null
     ) select peer from k where peer is not null`,
    [tenantId],
  )
  return rows.map(({ peer }) => peer)
}

const list = (index: ResourceIndex): Route =>
  serveCall(listInterfaceCalls, {
    work: 'read',
    async handle({ tx, caller, input: { pageSize, ...wanted } }) {
      const page = await readCalls(tx, index, wanted, pageSize)
      return { ...page, peers: await peersOf(tx, caller.tenantId), kept: await settingOf(tx, interfaceKeepDays) }
    },
  })

const FILE = [
  'at',
  'direction',
  'peer',
  'host',
  'method',
  'path',
  'status',
  'outcome',
  'reason',
  'took',
  'sentBytes',
  'answeredBytes',
  'correlationId',
  'times',
  'lastAt',
] as const

const exported = (index: ResourceIndex): Route =>
  route({
    method: 'GET',
    path: '/api/platform/interface/export',
    access: 'platform.interface:export',
    wholeTenant: true,
    input: interfaceFilters.omit({ after: true }).extend({
      format: z.enum(['csv', 'xlsx']).default('csv'),
      zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
    }),
    work: 'raw',
    summary: 'calls of partners and to them as a spreadsheet',
    async handle(call) {
      const { caller, db, reply, language } = call
      if (!caller) throw new Error('an export needs a caller')
      const { format, zone, ...wanted } = call.input
      await db.tenant(caller.tenantId, tx =>
        audit(tx, actorOf({ ...call, caller }), [
          { resource: 'platform.interface', recordId: '', action: 'export', after: { ...wanted, format } },
        ]),
      )
      const cell = (row: InterfaceCallRow, key: (typeof FILE)[number]): SheetLine[number] => {
        if (key === 'at') return { text: formatInstant(row.at, zone), as: 'instant' }
        if (key === 'lastAt') return row.lastAt === null ? '' : { text: formatInstant(row.lastAt, zone), as: 'instant' }
        if (key === 'direction' || key === 'outcome')
          return call.translate(language, `platform.interface.${key}Value.${row[key]}`)
        return String(row[key] ?? '')
      }
      async function* lines() {
        yield FILE.map(key => call.translate(language, `platform.interface.${key}`))
        let after: string | null = null
        let done = 0
        do {
          const page: Found = await call.read(tx =>
            readCalls(tx, index, { ...wanted, ...(after ? { after } : {}) }, CHUNK),
          )
          for (const row of page.list) yield FILE.map(key => cell(row, key))
          done += page.list.length
          after = page.next
        } while (after !== null && done < MAX_ROWS)
      }
      await sendSheet(
        reply,
        { format, title: call.translate(language, 'platform.interface.nouns'), zone, total: null },
        lines(),
      )
      return undefined
    },
  })

export const interfaceRoutes = (index: ResourceIndex): readonly Route[] => [list(index), exported(index)]

/** Deletes calls that are older than their tenant keeps them. How many there were. */
export function forgetInterfaceCalls(db: Database, now: number, signal?: AbortSignal): Promise<number> {
  return forgetByTenant(
    db,
    'kernel_interface_call',
    async (tx, tenantId, limit) => {
      const before = firstIdAt(now - (await settingOf(tx, interfaceKeepDays)) * DAY_MS)
      return tx.execute(
        `delete from kernel_interface_call where tenant_id = $1 and id in (
           select id from kernel_interface_call where tenant_id = $1 and id < $2 order by id limit ${limit})`,
        [tenantId, before],
      )
    },
    signal,
  )
}

export const forgetCallsJob: ScheduledJob = {
  name: 'platform.forgetInterfaceCalls',
  cron: '25 * * * *',
  run: async ({ db, now, signal }) => `calls: ${await forgetInterfaceCalls(db, now, signal)}`,
}
