import { type CallAnswer, defineCall, idsInput, instant } from '@wattyard/calls'
import { z } from 'zod'

/** Most commands that are followed in one call. */
const MAX_FOLLOWED = 50
/** Time after which a pile that has not come back is said to be away. */
export const BACK_WITHIN_MS = 5 * 60_000

/**
 * What became of a pile after a command that interrupts it: `waits` for it to disconnect, `stayed` connected for five minutes,
 * `away` since it disconnected, `lost` for more than five minutes, or `back`.
 */
export const RETURNS = ['waits', 'stayed', 'away', 'lost', 'back'] as const

export const followCommands = defineCall({
  method: 'GET',
  path: '/api/device/command/follow',
  access: 'gateway.command:read',
  summary: 'whether piles came back after commands that interrupt them',
  input: z.strictObject({
    ids: idsInput(MAX_FOLLOWED),
  }),
  output: z.object({
    /** Commands that interrupt nothing, or that no pile has taken, are missing. */
    list: z.array(
      z.object({
        id: z.string(),
        is: z.enum(RETURNS),
        /** When the pile disconnected; null when it did not. */
        leftAt: instant.nullable(),
        /** When it connected, or started, again. */
        backAt: instant.nullable(),
        /** Seconds from its leaving, or from the command, to its return. */
        seconds: z.int().nullable(),
      }),
    ),
  }),
})
export type FollowedCommand = CallAnswer<typeof followCommands>['list'][number]
