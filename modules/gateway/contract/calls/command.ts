import { instant } from '@wattyard/calls'
import { type CommandDeclaration, defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { command } from '../command.ts'

export type CommandName = keyof (typeof command)['commands']

/** Commands as they were written down, one for each pile; how they end, their rows tell. */
const queued = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      pile: z.string(),
      /** It is not sent before. */
      notBefore: instant,
      state: z.literal('queued'),
      /** The order that waits for the start, where there is one. */
      order: z.string().optional(),
    }),
  ),
})

/** A command to piles with what it answers: all of them answer alike. */
export const pileCommand = (name: CommandName): CommandDeclaration<typeof queued> =>
  defineCommandAnswer(command, name, queued)
