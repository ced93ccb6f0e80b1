import { type Caller, Condition, invalid, likeText, scoped, shownTo, type Tx, col } from '@wattyard/server-kit'
import { veilSecrets } from '@wattyard/ocpp-frame'
import { type DeviceLogRow, type DeviceLogFilters } from '../../contract/calls/device-log.ts'
import { command, FAILED_COMMAND_STATES } from '../../contract/command.ts'
import { DEVICE_LOG_GROUPS, type DeviceLogGroup } from '../../contract/device-log.ts'
import { event } from '../../contract/event.ts'

const LOGGED_ROW = {
  id: col.uuid,
  at: col.instant,
  micros: col.bigint,
  source: col.oneOf(['event', 'command']),
  kind: col.text,
  severity: col.oneOf(['notice', 'warning', 'critical']).orNull,
  state: col.text.orNull,
  pileId: col.uuid.orNull,
  stationId: col.uuid.orNull,
  identity: col.text.orNull,
  ip: col.text.orNull,
  detail: col.text.orNull,
  askedBy: col.text.orNull,
  times: col.integer,
  frame: col.text.orNull,
}

/** Lines that one call searches for a text; the answer says how far it got. */
export const SEARCHED_LINES = 2_000
const EVENT_COLUMNS = `id, at, (extract(epoch from at) * 1000000)::bigint as micros, 'event' as source, kind, severity, null::text as state, pile_id as "pileId", station_id as "stationId",
  identity, ip, detail, null::text as "askedBy", times, frame`
const COMMAND_COLUMNS = `id, created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros, 'command' as source, kind, null::text as severity, state, pile_id as "pileId", station_id as "stationId",
  null::text as identity, null::text as ip, detail, asked_by as "askedBy", 1 as times, frame`
const TEXTS = ['kind', 'identity', 'ip', 'detail', '"askedBy"']

/** Returns whether a text holds another in letters of any case. */
const holds = (text: string, q: string): boolean => text.toLowerCase().includes(q.toLowerCase())

/**
 * Newest first, with a unique position for each line. Ids alone do not order: an event in a pile's past gets its id only when it
 * is reported.
 */
const ORDER = 'micros desc, id desc'

/** A line with its time as exactly as the database has it: commands are written down finer than our milliseconds. */
type StoredLine = DeviceLogRow & { micros: bigint }

const CURSOR = /^(\d{1,18})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const cursorOf = ({ micros, id }: Pick<StoredLine, 'micros' | 'id'>): string => `${micros}.${id}`

function addCursor(where: Condition, at: string, cursor: string): void {
  const [, micros, id] = CURSOR.exec(cursor) ?? []
  if (!micros || !id) throw invalid({ after: { key: 'kernel.field.badFormat' } })
  where.add(
    `(${at}, id) < (timestamptz 'epoch' + ${where.value(micros)}::bigint * interval '1 microsecond', ${where.value(id)}::uuid)`,
  )
}

interface Source {
  table: string
  columns: string
  at: string
  resource: typeof event | typeof command
  /** Kinds read one after the other, each by its index; null reads all of them. */
  kinds: readonly (string | null)[]
  /** States of commands; all when absent. */
  states?: readonly string[]
}

function sourcesOf(group: DeviceLogGroup | undefined): Source[] {
  const events = (kinds: Source['kinds']): Source => ({
    table: 'gateway_event',
    columns: EVENT_COLUMNS,
    at: 'at',
    resource: event,
    kinds,
  })
  const commands: Source = {
    table: 'gateway_command',
    columns: COMMAND_COLUMNS,
    at: 'created_at',
    resource: command,
    kinds: [null],
  }
  if (group === 'command') return [commands]
  if (group === 'failed') return [{ ...commands, states: FAILED_COMMAND_STATES }]
  if (group) return [events(DEVICE_LOG_GROUPS[group])]
  return [events([null]), commands]
}

/** Each source in the order of the list and limited to what is needed, so that the database merges index scans. */
function partsOf(caller: Caller, wanted: DeviceLogFilters, limit: number): { text: string; values: unknown[] } {
  let values: unknown[] = []
  const parts = sourcesOf(wanted.group).flatMap(({ table, columns, at, resource, kinds, states }) =>
    kinds.map(kind => {
      const own = scoped(caller, resource)
      // Parameter numbers continue from part to part.
      const where = new Condition(values)
      where.add(renumbered(own, values.length, where))
      if (kind !== null) where.add(`kind = ${where.value(kind)}`)
      if (states) where.add(`state = any(${where.value([...states])}::text[])`)
      if (wanted.station) where.add(`station_id = ${where.value(wanted.station)}`)
      if (wanted.pile) where.add(`pile_id = ${where.value(wanted.pile)}`)
      if (wanted.from !== undefined) where.add(`${at} >= ${where.value(new Date(wanted.from))}`)
      if (wanted.to !== undefined) where.add(`${at} < ${where.value(new Date(wanted.to))}`)
      if (wanted.after) addCursor(where, at, wanted.after)
      values = where.values
      return `(select ${columns} from ${table} where ${where.text} order by ${at} desc, id desc limit ${limit})`
    }),
  )
  return { text: `select * from (${parts.join(' union all ')}) as line order by ${ORDER} limit ${limit}`, values }
}

function renumbered(own: Condition, offset: number, into: Condition): string {
  for (const value of own.values) into.value(value)
  return own.text.replace(/\$(\d+)/g, (_found, number: string) => `$${Number(number) + offset}`)
}

export interface FoundLines {
  list: DeviceLogRow[]
  next: string | null
  searchedTo: number | null
}

/**
 * One page, newest first, of the stations the caller may see; lines without a station are only for callers who see all stations.
 */
export async function readDeviceLog(
  tx: Tx,
  caller: Caller,
  { q, ...wanted }: DeviceLogFilters,
  pageSize: number,
): Promise<FoundLines> {
  if (q === undefined) {
    const { text, values } = partsOf(caller, wanted, pageSize + 1)
    return pageOf(caller, await tx.query(LOGGED_ROW, text, values), pageSize)
  }
  const { text, values } = partsOf(caller, wanted, SEARCHED_LINES)
  const [edge] = await tx.query(
    { id: col.uuid, at: col.instant, micros: col.bigint },
    `select id, at, micros from (${text}) as searched order by ${ORDER} offset ${SEARCHED_LINES - 1}`,
    values,
  )
  const where = new Condition(values)
  const like = where.value(likeText(q.toLowerCase()))
  const found = await tx.query(
    LOGGED_ROW,
    `select * from (${text}) as searched where lower(concat_ws(' ', ${TEXTS.join(', ')})) like ${like} order by ${ORDER} limit ${SEARCHED_LINES}`,
    where.values,
  )
  // A line found by what is hidden in it would tell that, one part after the other.
  const rows = found.filter(line => holds(shownText(caller, line), q))
  const page = pageOf(caller, rows, pageSize)
  return page.next !== null || !edge ? page : { ...page, next: cursorOf(edge), searchedTo: edge.at }
}

/** Returns the text of a line as the caller sees it, without secrets that lines from before a rule hold. */
const shownDetail = (caller: Caller, detail: string | null): string | null =>
  shownTo(caller, 'words', veilSecrets(detail))

/** Returns the searched texts of a line as the caller sees them. */
const shownText = (caller: Caller, { kind, identity, ip, detail, askedBy }: StoredLine): string =>
  [kind, identity, ip, shownDetail(caller, detail), askedBy].filter(text => text !== null).join(' ')

function pageOf(caller: Caller, rows: readonly StoredLine[], pageSize: number): FoundLines {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    list: page.map(({ micros: _micros, ...line }) => ({ ...line, detail: shownDetail(caller, line.detail) })),
    next: rows.length > page.length && last ? cursorOf(last) : null,
    searchedTo: null,
  }
}
