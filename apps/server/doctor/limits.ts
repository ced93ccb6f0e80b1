import {
  DEFAULT_SETTINGS,
  HANDSHAKE_DEADLINE_MS,
  MAX_FRAME_BYTES,
  MAX_OPEN_HANDSHAKES,
  MAX_WAITING_COMMANDS,
  MAX_WAITING_EVENTS,
  MAX_WAITING_FRAMES,
} from '@wattyard/gateway/server'
import { SESSION_LENGTHS } from '@wattyard/identity/server'
import {
  ACQUIRE_TIMEOUT_MS,
  BODY_LIMIT_BYTES,
  CALLS,
  type Connection,
  HEADERS_TIMEOUT_MS,
  LONG_ANSWERS,
  MAX_CONNECTIONS,
  MAX_MEMBERS,
  MAX_STREAMS,
  PUBLIC_BODY_LIMIT_BYTES,
  REQUEST_TIMEOUT_MS,
  sharesOf,
  TURN_WAIT_MS,
} from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import { gatewaySettings } from '../gateway-settings.ts'
import { DISK_RESERVE_BYTES } from '../health.ts'

export interface Limit {
  area: 'http' | 'database' | 'gateway' | 'sessions' | 'disk'
  name: string
  value: string
}

const ms = (value: number): string => (value < 60_000 ? `${value / 1000} s` : `${value / 60_000} min`)
const three = ({ all, group, name }: { all: number; group: number; name: number }) => `${all}, ${group}, ${name}`

function sharesOfPeople(size: number): string {
  const { people, tenant, session } = sharesOf(size)
  return `${people}, ${tenant}, ${session}`
}
const kib = (value: number): string => `${value / 1024} KiB`

/** Reads the limits that the database reports for a connection: the effective values, not the requested ones. */
async function ofDatabase(connection: Connection, env: Environment): Promise<Limit[]> {
  const names = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'max_connections',
    'work_mem',
  ]
  const { rows } = await connection.query(
    'select name, current_setting(name) as value from unnest($1::text[]) with ordinality as n(name, place) order by place',
    [names],
  )
  return [
    { area: 'database', name: 'connections of the pool', value: String(env.poolSize) },
    { area: 'database', name: 'of them for people, a tenant, a session', value: sharesOfPeople(env.poolSize) },
    {
      area: 'database',
      name: 'wait of a person for a turn, of own work',
      value: `${ms(TURN_WAIT_MS)}, ${ms(ACQUIRE_TIMEOUT_MS)}`,
    },
    ...rows.map(row => ({ area: 'database' as const, name: String(row.name), value: String(row.value) })),
  ]
}

/** Returns every limit that the product runs under, from the places that use it (trust R-73). */
export async function effectiveLimits(connection: Connection, env: Environment): Promise<Limit[]> {
  const gateway = { ...DEFAULT_SETTINGS, ...gatewaySettings(env) }
  return [
    { area: 'http', name: 'whole request', value: ms(REQUEST_TIMEOUT_MS) },
    { area: 'http', name: 'headers of a request', value: ms(HEADERS_TIMEOUT_MS) },
    { area: 'http', name: 'body of a request', value: kib(BODY_LIMIT_BYTES) },
    { area: 'http', name: 'body of who is not signed in', value: kib(PUBLIC_BODY_LIMIT_BYTES) },
    { area: 'http', name: 'members of a JSON body', value: String(MAX_MEMBERS) },
    { area: 'http', name: 'connections', value: String(MAX_CONNECTIONS) },
    { area: 'http', name: 'calls at once: all, tenant, session', value: three(CALLS) },
    { area: 'http', name: 'exports and files at once: all, tenant, session', value: three(LONG_ANSWERS) },
    { area: 'http', name: 'live streams at once: all, tenant, session', value: three(MAX_STREAMS) },
    ...(await ofDatabase(connection, env)),
    { area: 'gateway', name: 'payload of a frame', value: kib(MAX_FRAME_BYTES) },
    {
      area: 'gateway',
      name: 'messages of a pile per second, at once',
      value: `${gateway.rate.sustained}, ${gateway.rate.burst}`,
    },
    { area: 'gateway', name: 'frames of a pile that wait', value: String(MAX_WAITING_FRAMES) },
    { area: 'gateway', name: 'facts that wait', value: String(gateway.maxLag_facts) },
    {
      area: 'gateway',
      name: 'frames of a commit, wait for it',
      value: `${gateway.batch.frames}, ${ms(gateway.batch.wait_ms)}`,
    },
    { area: 'gateway', name: 'handshakes at once', value: String(MAX_OPEN_HANDSHAKES) },
    { area: 'gateway', name: 'time for a handshake', value: ms(HANDSHAKE_DEADLINE_MS) },
    { area: 'gateway', name: 'commands of a pile that wait', value: String(MAX_WAITING_COMMANDS) },
    { area: 'gateway', name: 'time for the answer to a command', value: ms(gateway.commandTimeout_ms) },
    { area: 'gateway', name: 'events that wait to be written', value: String(MAX_WAITING_EVENTS) },
    {
      area: 'sessions',
      name: 'silence, in all',
      value: `${ms(SESSION_LENGTHS.idle_ms)}, ${ms(SESSION_LENGTHS.absolute_ms)}`,
    },
    { area: 'disk', name: 'free space below which the product is not ready', value: kib(DISK_RESERVE_BYTES) },
  ]
}
