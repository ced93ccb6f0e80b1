import { type CallAnswer, defineCall, idInput, idsInput, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { CLOSE_REASONS } from '../close-reason.ts'
import { ORDER_STATES } from '../order-table.ts'

/** Most starts that are followed in one call. */
const MAX_FOLLOWED = 50

/** Starts a charge from afar, for a card that is chosen among those of members, or whose number is typed. */
export const startCharge = defineCall({
  method: 'POST',
  path: '/api/charging/start',
  access: 'gateway.command:remoteStart',
  summary: 'remote start at a connector for a card of a member, or for a number that is typed',
  input: z.strictObject({
    pile: idInput,
    /** Number within the pile from 1; the pile chooses one when it is absent. */
    connector: wholeInput(1, 200).optional(),
    /** Card of a member. */
    card: idInput.optional(),
    /** Number of a card instead. */
    tag: z.string().trim().max(200).optional(),
  }),
  output: z.object({
    /** The command, whose row shows the answer of the pile. */
    command: z.string(),
    /** The order that waits for the start; null where none was placed. */
    order: z.string().nullable(),
  }),
})

export const followStarts = defineCall({
  method: 'GET',
  path: '/api/charging/start/follow',
  access: 'charging.order:read',
  summary: 'orders that remote starts led to',
  input: z.strictObject({
    /** Ids of commands. */
    ids: idsInput(MAX_FOLLOWED),
  }),
  output: z.object({
    /** Commands without an order, or whose order the caller does not see, are missing. */
    list: z.array(
      z.object({
        command: z.string(),
        order: z.string(),
        orderNo: z.string(),
        state: z.enum(ORDER_STATES),
        /** Why it ended without a charge. */
        closeReason: z.enum(CLOSE_REASONS).nullable(),
      }),
    ),
  }),
})
export type FollowedStart = CallAnswer<typeof followStarts>['list'][number]
