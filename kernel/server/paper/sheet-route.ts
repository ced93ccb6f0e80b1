import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { type RawCall, type Route, route } from '../http/route.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import { finishSheet } from './finish-sheet.ts'
import { makeSheet } from './make-sheet.ts'
import { RECORD_SHEET } from './served-sheet.ts'

const input = z.strictObject({
  // Ids of records that have no row say what they are of, such as a day and a station.
  id: z.string().min(1).max(60),
  kind: z.string().max(40).default(RECORD_SHEET),
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
})

/**
 * Serves the sheets of a resource as PDF: `GET /api/<path>/paper?id=&kind=`, for whoever reads its records. A record beyond the
 * reader's reach is refused as one that is not there.
 */
export function sheetRoute({ name, path }: { name: string; path: string }, index: ResourceIndex): Route {
  return route({
    method: 'GET',
    path: `/api/${path}/paper`,
    access: `${name}:read` as `${string}.${string}:${string}`, // derived names have this shape
    input,
    work: 'raw',
    guests: true,
    summary: `${name} sheet of one record as PDF`,
    async handle(call: RawCall<z.infer<typeof input>>) {
      const { id, kind, zone } = call.input
      const { translate, language } = call
      const made = await call.read(async (tx, caller) => {
        const reader = { tx, caller, index, language, translate, zone, now: Date.now() }
        return finishSheet(reader, await makeSheet(reader, { resource: name, kind, id }), caller.displayName)
      })
      await sendPdf(call, { zone, total: 1 }, made)
      return undefined
    },
  })
}
