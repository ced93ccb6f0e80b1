import type { PageRules } from '@wattyard/pages'

/** Pages of this module and who gets them. */
export const IDENTITY_PAGES: PageRules = {
  // A guest's account is nobody's own.
  '/console/personalCenter': { notFor: ['guest'] },
  '/console/employee': { anyOf: ['identity.user:read'] },
  '/console/role': { anyOf: ['identity.role:read'] },
}
