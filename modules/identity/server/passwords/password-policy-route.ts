import { type Route, route, col } from '@wattyard/server-kit'
import { z } from 'zod'
import { passwordRule } from '../../contract/password-age.ts'
import type { PasswordPolicyView } from '../../contract/password-strength.ts'
import type { PasswordPolicy } from './password-policy.ts'

/** What the caller's tenant asks of passwords, for whoever may change it. @param installation below which it cannot go */
export function passwordPolicyRoute(installation: PasswordPolicy): Route {
  return route({
    method: 'GET',
    path: '/api/sys/tenant/passwordPolicy',
    access: 'identity.tenant:setPasswordPolicy',
    input: z.strictObject({}),
    work: 'read',
    summary: 'what this tenant asks of passwords, and what the installation asks for at least',
    async handle({ tx, caller }): Promise<PasswordPolicyView> {
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
