import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { codeInput, keyInput, passwordInput } from './sign-in.ts'

const withPassword = z.strictObject({ password: passwordInput, key: keyInput })
const withCode = z.strictObject({ code: codeInput })
const withBoth = z.strictObject({ password: passwordInput, key: keyInput, code: codeInput })
/** Shown once; the server stores only hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof recoveryCodes>

export const ownFactorShape = z.object({
  /** Instant since which sign-in asks for a code, epoch ms; null when it does not. */
  since: instant.nullable(),
  /** Number of unused recovery codes. */
  recoveryLeft: z.int(),
})
export type OwnFactor = z.output<typeof ownFactorShape>

export const readOwnFactor = defineCall({
  method: 'GET',
  path: '/api/security/factor',
  access: 'signed-in',
  summary: 'whether the caller has a second factor, and how many recovery codes are left',
  input: z.strictObject({}),
  output: ownFactorShape,
})

export const beginFactor = defineCall({
  method: 'POST',
  path: '/api/security/factor/begin',
  access: 'signed-in',
  summary: 'a new secret for an authenticator app, which waits to be confirmed',
  input: withPassword,
  output: z.object({
    /** For typing into the app, base 32. */
    secret: z.string(),
    /** For the QR code. */
    uri: z.string(),
  }),
})
export type FactorProposal = CallAnswer<typeof beginFactor>

export const confirmFactor = defineCall({
  method: 'POST',
  path: '/api/security/factor/confirm',
  access: 'signed-in',
  summary: 'puts the second factor in force; answers the recovery codes, once',
  input: withCode,
  output: recoveryCodes,
})

export const switchFactorOff = defineCall({
  method: 'POST',
  path: '/api/security/factor/off',
  access: 'signed-in',
  summary: 'switches the second factor off: password and a code once more',
  input: withBoth,
  output: z.null(),
})

export const replaceRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/security/factor/recovery',
  access: 'signed-in',
  summary: 'new recovery codes in the place of the old ones',
  input: withBoth,
  output: recoveryCodes,
})

export const verifySession = defineCall({
  method: 'POST',
  path: '/api/security/factor/verify',
  access: 'signed-in',
  summary: 'verifies this session by a code of the authenticator app or a recovery code',
  input: withCode,
  output: z.null(),
})

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/security/reauthenticate',
  access: 'signed-in',
  summary: 'gives the password once more, for what asks for a recent one',
  input: withPassword,
  output: z.null(),
})
