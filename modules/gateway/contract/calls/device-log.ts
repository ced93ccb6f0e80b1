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

/** How the device log may be narrowed. */
export const deviceLogFilters = z.strictObject({
  group: z.enum(DEVICE_LOG_GROUP_NAMES).optional(),
  station: idInput.optional(),
  pile: idInput.optional(),
  /** Epoch ms, from included, to excluded. */
  from: momentInput.optional(),
  to: momentInput.optional(),
  /** In reasons, answers, identities, addresses and who asked, whatever the case. */
  q: z.string().trim().min(2).max(60).optional(),
  /** `next` of the page before. */
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
  /** Of a command: what became of it. */
  state: z.string().nullable(),
  pileId: z.string().nullable(),
  stationId: z.string().nullable(),
  /** What the device called itself, where it is none of ours. */
  identity: z.string().nullable(),
  ip: z.string().nullable(),
  /** The reason, the fault, or what the pile answered. */
  detail: z.string().nullable(),
  /** Who asked for the command. */
  askedBy: z.string().nullable(),
  /** How often it happened in a row. */
  times: z.int(),
  /** The frame that told it, `stream:seq`. */
  frame: z.string().nullable(),
})
/** One line of the device log: something that happened, or something that was asked of a pile. */
export type DeviceLogRow = z.output<typeof line>

export const listDeviceLog = defineCall({
  method: 'GET',
  path: '/api/device/log/list',
  access: 'gateway.log:read',
  summary: 'what devices did and were asked, newest first',
  input: deviceLogFilters.extend({ pageSize: wholeInput(1, MAX_LOG_PAGE).default(50) }),
  output: logPage(line).extend({
    /** Names of piles and stations. */
    labels: labelsShape,
    /** Days that events and commands are kept. */
    kept: z.object({ events: z.int(), commands: z.int() }),
  }),
})
export type DeviceLogPage = CallAnswer<typeof listDeviceLog>
