import { auditKinds } from '../contract/calls/audit.ts'
import { wholeInput } from '@wattyard/calls'
import { type ResourceIndex, type Route, route, serveCall, tellEntries } from '@wattyard/server-kit'
import type { AuditPage } from '../contract/audit.ts'
import { auditExport } from './audit-export.ts'
import { auditFilters } from './audit-query.ts'
import { peopleOf, readAuditPage, wordsOf } from './audit-read.ts'

const MAX_PAGE = 200

/** The tenant's audit, newest first, page by page by key, so that the millionth row costs what the first costs. */
const list = (index: ResourceIndex): Route =>
  route({
    method: ['GET', 'POST'],
    path: '/api/platform/audit/list',
    access: 'platform.audit:read',
    wholeTenant: true,
    input: auditFilters.extend({ pageSize: wholeInput(1, MAX_PAGE).default(50) }),
    work: 'read',
    summary: 'who did what, newest first',
    async handle({ tx, caller, input: { pageSize, ...wanted } }): Promise<AuditPage> {
      const page = await readAuditPage(tx, caller.tenantId, wanted, pageSize)
      return { ...page, ...(await tellEntries(tx, index, page.list, caller)) }
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
