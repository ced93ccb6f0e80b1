import { actorOf, audit, type Route, type Tx, serveCall } from '@wattyard/server-kit'
import { listFileFormats, importSessions } from '../../contract/calls/import.ts'
import type { ImportReport } from '../../contract/index.ts'
import { readImport, storeImport } from './import-sessions.ts'
import { SESSION_FORMATS } from './session-formats.ts'

/** A form of JSON around the text of a file. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024

const formats = serveCall(listFileFormats, {
  work: 'read',
  handle: async () => ({
    list: SESSION_FORMATS.map(({ id, required, instant }) => ({
      id,
      columns: required,
      localTimes: !instant.endsWith('Z'),
    })),
  }),
})

const take = serveCall(importSessions, {
  work: 'raw',
  bodyLimit: BODY_LIMIT_BYTES,
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

/** Audits a stored import like any other change. */
async function record(tx: Tx, call: Parameters<typeof actorOf>[0], report: ImportReport): Promise<void> {
  if (report.importId === null) return
  const { name, format, zone, rows, added, refused } = report
  const after = { name, format, zone, rows, added, refused }
  await audit(tx, actorOf(call), [{ resource: 'charging.import', recordId: report.importId, action: 'import', after }])
}

export const importRoutes: readonly Route[] = [formats, take]
