import { PILE_LIVES } from '@wattyard/assets/contract'
import { type CallAnswer, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'

/** Most ended faults in one answer; the log has all of them. */
export const MAX_ENDED_FAULTS = 20

const fault = z.object({
  id: z.string(),
  pile: z.object({ id: z.string(), code: z.string() }),
  /** Label of the connector; null where the pile itself reports the fault. */
  connector: z.string().nullable(),
  /** Code of the protocol, such as `GroundFailure`. */
  code: z.string(),
  /** The manufacturer's own code. */
  vendorCode: z.string().nullable(),
  /** What the pile adds in words. */
  info: z.string().nullable(),
  since: instant,
})
export type FaultNow = z.output<typeof fault>

const endedFault = fault.extend({ endedAt: instant })
export type EndedFault = z.output<typeof endedFault>

/** Reads what is wrong with a pile, or with the piles of a station, and what lately was. */
export const readFaults = defineCall({
  method: 'GET',
  path: '/api/device/fault/list',
  access: 'gateway.connector:read',
  summary: 'faults and outages of a station or a pile now, and the last faults that ended',
  input: z.strictObject({ kind: z.enum(['station', 'pile']), id: idInput }),
  output: z.object({
    /** Faults that connected piles report, the oldest first. */
    now: z.array(fault),
    /** Piles without a connection, the longest outage first. */
    offline: z.array(
      z.object({
        pile: z.object({ id: z.string(), code: z.string() }),
        live: z.enum(PILE_LIVES),
        since: instant.nullable(),
      }),
    ),
    ended: z.array(endedFault),
    asOf: instant,
  }),
})
export type Faults = CallAnswer<typeof readFaults>
