import { z } from 'zod'
import { instant } from './wire.ts'

/** Lines of one answer of a log at most. */
export const MAX_LOG_PAGE = 200

/** A page of a log, newest first. What its lines need besides, the log adds by `extend`. */
export const logPage = <L extends z.ZodType>(line: L) =>
  z.object({
    list: z.array(line),
    /** Cursor of the next, older page; null at the end. */
    next: z.string().nullable(),
    /** With a text: the moment down to which lines were looked through, when older ones were not. */
    searchedTo: instant.nullable(),
  })

/** A page of whatever log. */
export type LogPage = z.output<ReturnType<typeof logPage<z.ZodType>>>
