import { actorOf, audit, type Route, route, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import type { ImportReport } from '../../contract/index.ts'
import { sessionMapping } from './session-mapping.ts'
import { readImport, storeImport } from './import-sessions.ts'
import { SESSION_FORMATS } from './session-formats.ts'

/** A form of JSON around the text of a file. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024

const formats = route({
  method: ['GET', 'POST'],
  path: '/api/charging/importSessions/formats',
  access: 'charging.importedSession:read',
  input: z.strictObject({}),
  work: 'read',
  summary: 'formats of session files',
  handle: async () => ({
    list: SESSION_FORMATS.map(({ id, required, instant }) => ({
      id,
      columns: required,
      localTimes: !instant.endsWith('Z'),
    })),
  }),
})

const take = route({
  method: 'POST',
  path: '/api/charging/importSessions',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  input: z.strictObject({
    /** Word of a format that ships, or the mapping of any other file. */
    format: z.union([z.string().max(40), sessionMapping]),
    zone: z.string().max(60),
    name: z.string().trim().min(1).max(200),
    text: z.string().min(1),
    dryRun: z.boolean().default(true),
  }),
  work: 'raw',
  bodyLimit: BODY_LIMIT_BYTES,
  summary: 'take a file of past sessions over, or see what would come of it',
  async handle({ db, caller, input, ip, requestId }) {
    if (!caller) throw new Error('a permitted route has a caller')
    const { text, ...ask } = input
    const read = await readImport({ text, ...ask })
    const who = { ...ask, tenantId: caller.tenantId, actor: caller.displayName }
    return db.tenant(
      caller.tenantId,
      async tx => {
        const report = await storeImport(tx, who, read)
        await record(tx, { caller, ip, requestId }, report)
        return report
      },
      { readOnly: caller.readOnly },
    )
  },
})

/** What was stored is in the audit like any other change. */
async function record(tx: Tx, call: Parameters<typeof actorOf>[0], report: ImportReport): Promise<void> {
  if (report.importId === null) return
  const { name, format, zone, rows, added, refused } = report
  const after = { name, format, zone, rows, added, refused }
  await audit(tx, actorOf(call), [{ resource: 'charging.import', recordId: report.importId, action: 'import', after }])
}

export const importRoutes: readonly Route[] = [formats, take]
