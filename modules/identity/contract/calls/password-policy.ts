import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

/** `PasswordStrength` as it travels. */
export const passwordStrengthShape = z.object({ minLength: z.int(), kinds: z.int() })
/** `PasswordRule` as it travels. */
export const passwordRuleShape = z.object({ maxAgeDays: z.int(), remembered: z.int() })

export const readPasswordPolicy = defineCall({
  method: 'GET',
  path: '/api/sys/tenant/passwordPolicy',
  access: 'identity.tenant:setPasswordPolicy',
  summary: 'what this tenant asks of passwords, and what the installation asks for at least',
  input: z.strictObject({}),
  output: z.object({
    id: z.string(),
    /** Null is as the installation has it. */
    passwordLength: z.int().nullable(),
    passwordKinds: z.int().nullable(),
    installation: passwordStrengthShape,
    /** Rule in force. Only the platform sets it. 0 means never. */
    ...passwordRuleShape.shape,
  }),
})
export type PasswordPolicyView = CallAnswer<typeof readPasswordPolicy>
