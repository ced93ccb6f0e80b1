import { instant } from '@wattyard/calls'
import { type CommandDeclaration, defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { command } from '../command.ts'

export type CommandName = keyof (typeof command)['commands']

/** The queued commands, one per pile. Their rows show the result later. */
const queued = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      pile: z.string(),
      /** Earliest time of sending. */
      notBefore: instant,
      state: z.literal('queued'),
      /** The order that the start command is for, if there is one. */
      order: z.string().optional(),
    }),
  ),
})

/** Returns the declaration of a command to piles. All of them have the same answer. */
export const pileCommand = (name: CommandName): CommandDeclaration<typeof queued> =>
  defineCommandAnswer(command, name, queued)
