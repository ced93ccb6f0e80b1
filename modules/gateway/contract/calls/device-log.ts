import {
  type CallAnswer,
  defineCall,
  idInput,
  instant,
  labelsShape,
  wholeInput,
  momentInput,
  logPage,
  MAX_LOG_PAGE,
} from '@wattyard/calls'
import { z } from 'zod'
import { DEVICE_LOG_GROUP_NAMES } from '../device-log.ts'

/** Filters of the device log. */
export const deviceLogFilters = z.strictObject({
  group: z.enum(DEVICE_LOG_GROUP_NAMES).optional(),
  station: idInput.optional(),
  pile: idInput.optional(),
  /** Epoch ms, from included, to excluded. */
  from: momentInput.optional(),
  to: momentInput.optional(),
  /** Text in reasons, answers, identities, addresses and requesters; case does not matter. */
  q: z.string().trim().min(2).max(60).optional(),
  /** Cursor: `next` of the previous page. */
  after: z.string().max(60).optional(),
})
export type DeviceLogFilters = z.output<typeof deviceLogFilters>

const line = z.object({
  id: z.string(),
  at: instant,
  source: z.enum(['event', 'command']),
  /** Kind of the event or of the command. */
  kind: z.string(),
  /** Of an event. */
  severity: z.enum(['notice', 'warning', 'critical']).nullable(),
  /** State of a command; null for events. */
  state: z.string().nullable(),
  pileId: z.string().nullable(),
  stationId: z.string().nullable(),
  /** Identity sent by an unknown device. */
  identity: z.string().nullable(),
  ip: z.string().nullable(),
  /** Reason, fault, or answer of the pile. */
  detail: z.string().nullable(),
  /** Person or process that requested the command. */
  askedBy: z.string().nullable(),
  /** Number of consecutive occurrences. */
  times: z.int(),
  /** Frame that reported it, `stream:seq`. */
  frame: z.string().nullable(),
})
/** One line of the device log: an event or a command. */
export type DeviceLogRow = z.output<typeof line>

export const listDeviceLog = defineCall({
  method: 'GET',
  path: '/api/device/log/list',
  access: 'gateway.log:read',
  summary: 'what devices did and were asked, newest first',
  stations: 'narrowed',
  input: deviceLogFilters.extend({ pageSize: wholeInput(1, MAX_LOG_PAGE).default(50) }),
  output: logPage(line).extend({
    /** Names of piles and stations. */
    labels: labelsShape,
    /** Retention of events and commands in days. */
    kept: z.object({ events: z.int(), commands: z.int() }),
  }),
})
export type DeviceLogPage = CallAnswer<typeof listDeviceLog>
