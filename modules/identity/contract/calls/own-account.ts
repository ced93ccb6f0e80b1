import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { passwordStrengthShape } from './password-policy.ts'
import { keyInput, newPasswordInput, repeatedPasswordInput } from './sign-in.ts'

const changePassword = {
  method: 'POST',
  access: 'signed-in',
  summary: 'changes the caller’s own password and ends their other sessions',
  input: z.strictObject({
    oldPassword: newPasswordInput,
    newPassword: newPasswordInput,
    checkPass: repeatedPasswordInput,
    key: keyInput,
  }),
  output: z.null(),
} as const

export const changeOwnPassword = defineCall({ ...changePassword, path: '/api/user/pwd/update' })

/** The console contract has three paths for changing one's own password, from its two shells. All do the same. */
export const ownPasswordCalls = [
  changeOwnPassword,
  defineCall({ ...changePassword, path: '/api/sys/user/chgPwd' }),
  defineCall({ ...changePassword, path: '/api/sys/user/pwd' }),
] as const

export const changeOwnData = defineCall({
  method: 'POST',
  path: '/api/user/info/update',
  access: 'signed-in',
  summary: 'changes what the caller says of themselves; phone and mail take the password',
  /** The other keys are checked against the fields of a user. */
  input: z.looseObject({ oldPassword: newPasswordInput, key: keyInput }),
  output: z.null(),
})

const username = z.string().trim().min(1).max(100)

export const askResetCode = defineCall({
  method: 'POST',
  path: '/api/user/pwd/forget/send',
  access: 'public',
  summary:
    'asks for a one-time code for a forgotten password; the answer is the same whether or not there is such an account',
  input: z.strictObject({ username }),
  output: z.null(),
})

export const takeResetCode = defineCall({
  method: 'POST',
  path: '/api/user/pwd/forget/update',
  access: 'public',
  summary: 'a new password by the one-time code; every session of the account ends',
  input: z.strictObject({
    username,
    code: z.string().trim().min(1).max(40),
    newPassword: newPasswordInput,
    checkPass: repeatedPasswordInput,
    key: keyInput,
  }),
  output: z.null(),
})

const secret = z.string().max(200)

export const seeInvitation = defineCall({
  method: 'POST',
  path: '/api/user/invitation/look',
  access: 'public',
  summary: 'whom a link of an invitation is for; a link that is not good says nothing of why',
  input: z.strictObject({ invitation: secret }),
  output: z.object({
    displayName: z.string(),
    /** Future login name. */
    username: z.string(),
    company: z.string(),
    expiresAt: instant,
    passwordStrength: passwordStrengthShape,
  }),
})
export type SeenInvitation = CallAnswer<typeof seeInvitation>

export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/api/user/invitation/accept',
  access: 'public',
  summary: 'the first password, by the link of an invitation, which is worth nothing afterwards',
  input: z.strictObject({
    invitation: secret,
    newPassword: newPasswordInput,
    checkPass: repeatedPasswordInput,
    key: keyInput,
  }),
  output: z.object({ username: z.string() }),
})

export const applyForAccount = defineCall({
  method: 'POST',
  path: '/api/user/registe',
  access: 'public',
  summary: 'asks for an account; the answer is the same whether or not company, name or an application exist',
  /** The other keys are checked against the fields of an applicant. */
  input: z.looseObject({
    /** Code of the company. When absent: the installation's home company. */
    tenant: z.string().trim().max(32).default(''),
    password: newPasswordInput,
    checkPass: repeatedPasswordInput,
    key: keyInput,
  }),
  output: z.null(),
})
