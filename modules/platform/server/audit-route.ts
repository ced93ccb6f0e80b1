import { type ResourceIndex, type Route, serveCall, describeEntries } from '@wattyard/server-kit'
import { auditKinds, listAudit } from '../contract/calls/audit.ts'
import { auditExport } from './audit-export.ts'
import { peopleOf, readAuditPage, wordsOf } from './audit-read.ts'

/** The tenant's audit, newest first, page by page by key, so that the millionth row costs what the first costs. */
const list = (index: ResourceIndex): Route =>
  serveCall(listAudit, {
    work: 'read',
    async handle({ tx, caller, input: { pageSize, ...wanted } }) {
      const page = await readAuditPage(tx, caller.tenantId, wanted, pageSize)
      return { ...page, ...(await describeEntries(tx, index, page.list, caller)) }
    },
  })

const kinds = serveCall(auditKinds, {
  work: 'read',
  async handle({ tx, caller }) {
    return {
      resources: await wordsOf(tx, caller.tenantId, 'resource'),
      actions: await wordsOf(tx, caller.tenantId, 'action'),
      people: await peopleOf(tx, caller.tenantId),
    }
  },
})

export const auditRoutes = (index: ResourceIndex): readonly Route[] => [list(index), kinds, auditExport(index)]
