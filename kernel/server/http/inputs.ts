import { idSchema, wholeSchema } from '@wattyard/resource/schema'
import { z } from 'zod'

/** Shapes that inputs of routes share. Queries and form bodies can only send texts, so each takes its text too. */

export const idInput = idSchema

/** A whole number from `min` to `max`. */
export const wholeInput = wholeSchema

export const flagInput = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
