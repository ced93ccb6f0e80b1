import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { actorOf, audit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { type RawCall, type Route, route } from '../http/route.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { seesPersonal } from '../personal.ts'
import { tellsOfPeople } from '../resource/abilities/record-abilities.ts'
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

/** Whether a sheet shows people in clear to its reader. */
function tellsInClear(caller: Caller, index: ResourceIndex, name: string): boolean {
  const resource = index.byName(name)?.resource
  return resource !== undefined && !caller.readOnly && seesPersonal(caller) && tellsOfPeople(resource, index)
}

/**
 * Serves the sheets of a resource as PDF: `GET /api/<path>/paper?id=&kind=`, for whoever reads its records. A record beyond the
 * reader's reach is refused as one that is not there. A sheet that shows people in clear is logged before its first byte leaves.
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
      const { caller } = call
      if (caller && tellsInClear(caller, index, name))
        await call.db.tenant(caller.tenantId, tx =>
          audit(tx, actorOf({ ...call, caller }), [
            { resource: name, recordId: id, action: 'paperInClear', after: { kind } },
          ]),
        )
      await sendPdf(call, { zone, total: 1 }, made)
      return undefined
    },
  })
}
