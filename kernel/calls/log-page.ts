import { z } from 'zod'
import { instant } from './wire.ts'

/** Most lines in one answer of a log. */
export const MAX_LOG_PAGE = 200

/** Returns the schema of one page of a log, newest lines first. A log adds keys of its own with `extend`. */
export const logPage = <L extends z.ZodType>(line: L) =>
  z.object({
    list: z.array(line),
    /** Cursor of the next, older page; null at the end. */
    next: z.string().nullable(),
    /** With a search text: lines older than this instant were not searched. Null when all were. */
    searchedTo: instant.nullable(),
  })

/** A page of any log. */
export type LogPage = z.output<ReturnType<typeof logPage<z.ZodType>>>
