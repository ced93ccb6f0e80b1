import {
  type CallAnswer,
  defineCall,
  idInput,
  instant,
  wholeInput,
  momentInput,
  logPage,
  MAX_LOG_PAGE,
} from '@wattyard/calls'
import { z } from 'zod'
import { CALL_DIRECTIONS, CALL_OUTCOMES } from '../interface-call.ts'

/** Filters of the log of calls. */
export const interfaceFilters = z.strictObject({
  direction: z.enum(CALL_DIRECTIONS).optional(),
  peer: z.string().max(60).optional(),
  outcome: z.enum(CALL_OUTCOMES).optional(),
  /** Epoch ms, from included, to excluded. */
  from: momentInput.optional(),
  to: momentInput.optional(),
  /** Text in hosts, paths, reasons and correlation ids; case does not matter. */
  q: z.string().trim().min(2).max(60).optional(),
  /** Cursor: `next` of the previous page. */
  after: idInput.optional(),
})
export type InterfaceFilters = z.output<typeof interfaceFilters>

const line = z.object({
  id: z.string(),
  at: instant,
  /** `in`: the peer called the product; `out`: the product called the peer. */
  direction: z.enum(CALL_DIRECTIONS),
  peer: z.string(),
  host: z.string(),
  method: z.string(),
  path: z.string(),
  /** HTTP status; null when there was no answer. */
  status: z.int().nullable(),
  outcome: z.enum(CALL_OUTCOMES),
  reason: z.string().nullable(),
  /** Milliseconds. */
  took: z.int(),
  /** Bytes of the bodies; null when unknown. */
  sentBytes: z.int().nullable(),
  answeredBytes: z.int().nullable(),
  correlationId: z.string().nullable(),
  /** Calls that the line stands for, and when the last of several began: the rest is that of the first. */
  times: z.int(),
  lastAt: instant.nullable(),
})
/** A call between this product and another one, when it was over. */
export type InterfaceCallRow = z.output<typeof line>

export const listInterfaceCalls = defineCall({
  method: 'GET',
  path: '/api/platform/interface/list',
  access: 'platform.interface:read',
  wholeTenant: true,
  summary: 'calls of partners and to them, newest first',
  input: interfaceFilters.extend({ pageSize: wholeInput(1, MAX_LOG_PAGE).default(50) }),
  output: logPage(line).extend({
    /** Peers that occur in the log. */
    peers: z.array(z.string()),
    /** Retention of calls in days. */
    kept: z.int(),
  }),
})
export type InterfaceCallPage = CallAnswer<typeof listInterfaceCalls>
