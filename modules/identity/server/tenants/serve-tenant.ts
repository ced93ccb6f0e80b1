import { invalid, type ServedResource, searchText, serveResource } from '@wattyard/server-kit'
import { SHORTEST_VERIFY_EVERY_S } from '../../contract/binding.ts'
import type { PasswordStrength } from '../../contract/password-strength.ts'
import { tenant } from '../../contract/tenant.ts'

/**
 * Checks that a tenant's password rule is at least the installation's.
 * @throws Refusal `kernel.invalid`
 */
function mustBeStrict(given: Readonly<Record<string, unknown>>, installation: PasswordStrength): void {
  const least = { passwordLength: installation.minLength, passwordKinds: installation.kinds }
  for (const [key, min] of Object.entries(least)) {
    const value = given[key]
    if (typeof value === 'number' && value < min)
      throw invalid({ [key]: { key: 'identity.field.weakerThanInstallation', params: { min } } })
  }
}

/**
 * Serves a tenant's own row.
 * @param installation minimum that a tenant's password rule cannot go below
 */
export function serveTenant(installation: PasswordStrength): ServedResource {
  return serveResource(tenant, {
    commands: {
      async rename(call, rows, input) {
        for (const row of rows) {
          const search = searchText(tenant, { ...row, name: input.name })
          await call.tx.execute(
            'update identity_tenant set name = $2, search_text = $3, version = version + 1, updated_at = now() where tenant_id = $1',
            [call.caller.tenantId, input.name, search],
          )
        }
        return null
      },
      async setFactorPolicy(call, rows, { factorPolicy, verifyEvery }) {
        if (typeof verifyEvery === 'number' && verifyEvery < SHORTEST_VERIFY_EVERY_S)
          throw invalid({
            verifyEvery: { key: 'identity.field.verifyTooOften', params: { min: SHORTEST_VERIFY_EVERY_S } },
          })
        for (const row of rows)
          await call.tx.execute(
            `update identity_tenant set factor_policy = $3, verify_every_s = $4, version = version + 1, updated_at = now()
             where tenant_id = $1 and id = $2`,
            [call.caller.tenantId, row.id, factorPolicy, verifyEvery ?? null],
          )
        return null
      },
      async setPasswordPolicy(call, rows, input) {
        mustBeStrict(input, installation)
        for (const row of rows)
          await call.tx.execute(
            `update identity_tenant set password_length = $3, password_kinds = $4, version = version + 1, updated_at = now()
             where tenant_id = $1 and id = $2`,
            [call.caller.tenantId, row.id, input.passwordLength ?? null, input.passwordKinds ?? null],
          )
        return null
      },
      async setRegistration(call, rows, input) {
        for (const row of rows)
          await call.tx.execute(
            'update identity_tenant set registration = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
            [call.caller.tenantId, row.id, input.registration],
          )
        return null
      },
    },
  })
}
