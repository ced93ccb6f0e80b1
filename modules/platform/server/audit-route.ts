import { type ResourceIndex, type Route, serveCall, describeEntries } from '@wattyard/server-kit'
import { auditKinds, listAudit } from '../contract/calls/audit.ts'
import { auditExport } from './audit-export.ts'
import { nameRequests } from './named-subjects.ts'
import { tellsShown } from './tells-shown.ts'
import { peopleOf, readAuditPage, wordsOf } from './audit-read.ts'

/** Serves the tenant's audit log, newest first, in keyset pages, so that every page costs the same. */
const list = (index: ResourceIndex): Route =>
  serveCall(listAudit, {
    work: 'read',
    async handle({ tx, caller, input: { pageSize, ...wanted } }) {
      const page = await readAuditPage(tx, caller.tenantId, wanted, pageSize, tellsShown(caller, index))
      const told = await describeEntries(tx, index, page.list, caller)
      return { ...page, ...(await nameRequests(tx, index, told, caller)) }
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
