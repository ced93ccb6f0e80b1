import { type Route, col, serveCall } from '@wattyard/server-kit'
import { readPasswordPolicy } from '../../contract/calls/password-policy.ts'
import { passwordRule } from '../../contract/password-age.ts'
import type { PasswordPolicy } from './password-policy.ts'

/**
 * Serves the password policy of the caller's tenant to people who may change it.
 * @param installation minimum that the tenant cannot go below
 */
export function passwordPolicyRoute(installation: PasswordPolicy): Route {
  return serveCall(readPasswordPolicy, {
    work: 'read',
    async handle({ tx, caller }) {
      const [own] = await tx.query(
        {
          password_max_age_days: col.integer.orNull,
          password_remembered: col.integer.orNull,
          password_length: col.integer.orNull,
          password_kinds: col.integer.orNull,
        },
        'select password_max_age_days, password_remembered, password_length, password_kinds from identity_tenant where tenant_id = $1',
        [caller.tenantId],
      )
      if (!own) throw new Error('the caller has no tenant')
      const { minLength, kinds } = installation
      return {
        id: caller.tenantId,
        passwordLength: own.password_length,
        passwordKinds: own.password_kinds,
        installation: { minLength, kinds },
        ...passwordRule(own, installation),
      }
    },
  })
}
