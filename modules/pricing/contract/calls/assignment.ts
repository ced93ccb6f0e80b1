import { instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { assignment } from '../assignment.ts'

/** Number of places that were assigned, and start of the assignment. */
const changed = z.object({ assigned: z.int(), effectiveFrom: instant })

export const assignPrices = defineCommandAnswer(assignment, 'assign', changed)

export const endPrices = defineCommandAnswer(assignment, 'end', changed)
