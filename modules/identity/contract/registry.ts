import { registerModule } from '@wattyard/resource'
import { duty } from './duty.ts'
import { office } from './office.ts'
import { registration } from './registration.ts'
import { role } from './role.ts'
import { tenancy } from './tenancy.ts'
import { tenant } from './tenant.ts'
import { user } from './user.ts'

export const registry = registerModule({
  name: 'identity',
  resources: [tenant, office, duty, role, user, registration],
  others: [tenancy],
  pages: {
    // A guest's account belongs to no person.
    '/console/personalCenter': {
      file: 'personal/personal-page.tsx',
      stations: 'notNarrowed',
      everybody: true,
      notFor: ['guest'],
    },
    '/console/tenant': {
      file: 'tenant/tenant-page.tsx',
      stations: 'notNarrowed',
      words: ['platform'],
      platformOnly: true,
      anyOf: ['identity.tenant:govern'],
    },
    '/console/org': { file: 'org/org-page.tsx', stations: 'notNarrowed', anyOf: ['identity.office:read'] },
    '/console/employee': {
      file: 'employee/employee-page.tsx',
      stations: 'notNarrowed',
      words: ['platform'],
      anyOf: ['identity.user:read'],
    },
    '/console/role': {
      file: 'role/role-page.tsx',
      stations: 'notNarrowed',
      words: ['platform'],
      anyOf: ['identity.role:read'],
    },
  },
})
