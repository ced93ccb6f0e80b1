import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const IDENTITY_PAGES: PageRules = {
  // A guest's account is nobody's own.
  '/console/personalCenter': { notFor: ['guest'] },
  '/console/tenant': { platformOnly: true, anyOf: ['identity.tenant:govern'] },
  '/console/org': { anyOf: ['identity.office:read'] },
  '/console/employee': { anyOf: ['identity.user:read'] },
  '/console/role': { anyOf: ['identity.role:read'] },
}
