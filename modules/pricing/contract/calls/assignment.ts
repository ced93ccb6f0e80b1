import { instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { assignment } from '../assignment.ts'

/** To how many places it applies, and from when. */
const changed = z.object({ assigned: z.int(), effectiveFrom: instant })

export const assignPrices = defineCommandAnswer(assignment, 'assign', changed)

export const endPrices = defineCommandAnswer(assignment, 'end', changed)
