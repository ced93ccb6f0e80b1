import { type CallAnswer, defineCall, isPlainText } from '@wattyard/calls'
import { z } from 'zod'

/** Longest ciphertext of a password, as text. */
const MAX_SEALED = 4096
/** Longest code of an authenticator app or recovery code with its dashes, in characters. */
const MAX_CODE = 40

/** A sealed password. */
export const passwordInput = z.string().min(1).max(MAX_SEALED)
export const keyInput = z.string().max(200).default('')
/** A code of the authenticator app or a recovery code. */
export const codeInput = z.string().trim().min(1).max(MAX_CODE)
/**
 * A sealed new password. Only its length is limited here, so that an empty field gives the contract's error message and not the
 * schema's.
 */
export const newPasswordInput = z.string().max(MAX_SEALED).default('')
export const repeatedPasswordInput = z.string().max(MAX_SEALED).optional()

/** A checkbox of the contract's forms: a boolean, or one of the texts that browsers and older clients send for it. */
export const tickInput = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', '']), z.null()])
  .optional()
  .transform(value => value === true || value === 'true' || value === '1' || value === 'on')

export const askLoginKey = defineCall({
  method: 'GET',
  path: '/login/encrypt/key',
  access: 'public',
  summary: 'a key for one sign-in of this browser',
  input: z.looseObject({}),
  output: z.object({
    /** AES-128 key, 32 hex digits. */
    key: z.string(),
    /** Name of the key. The field `key` of the sign-in carries it (or, from older clients, the key itself). */
    id: z.string(),
    /** Validity of the key in seconds. */
    validFor: z.int(),
  }),
})
export type LoginKey = CallAnswer<typeof askLoginKey>

const signedIn = z.object({
  /** The public session handle (Admin-Token of the contract). */
  token: z.string(),
  /** The password was right and a code is missing: send it with this token to `POST /chg/c/login/verify`. */
  owes: z.literal('code').optional(),
})
export type SignedIn = z.output<typeof signedIn>

/**
 * Signs in by password, payload of the contract (§7.1). The schema limits only lengths: other errors must look like a failed
 * sign-in.
 */
export const signInByPassword = defineCall({
  method: 'POST',
  path: '/c/login',
  access: 'public',
  summary: 'sign in by name and encrypted password',
  input: z.strictObject({
    // A name with forbidden characters could not be stored, and a failure that is not stored would not be counted.
    username: z.string().trim().min(1).max(100).refine(isPlainText, { error: 'forbiddenCharacter' }),
    password: passwordInput,
    rememberMe: tickInput,
    key: keyInput,
    mobileLogin: tickInput,
  }),
  output: signedIn,
})

export const signInByCode = defineCall({
  method: 'POST',
  path: '/c/login/verify',
  access: 'public',
  summary: 'second half of signing in: a code of the app or a recovery code',
  input: z.strictObject({
    code: codeInput,
    /** Token of the session that lacks the code. Clients that send `?token=` need not repeat it. */
    handle: z.string().max(100).optional(),
  }),
  output: signedIn,
})

export const endOwnSession = defineCall({
  method: 'POST',
  path: '/c/logout',
  access: 'public',
  summary: 'sign out',
  input: z.looseObject({}),
  output: z.null(),
})

export const beginFreeTry = defineCall({
  method: 'POST',
  path: '/api/security/freetry',
  access: 'public',
  summary: 'half an hour as a guest of the demonstration',
  input: z.strictObject({}),
  output: signedIn,
})

/** Name of a picture code, chosen by the browser. */
export const pictureName = z.string().regex(/^[A-Za-z0-9-]{8,64}$/)

export const checkPicture = defineCall({
  method: 'POST',
  path: '/api/security/checkcode',
  access: 'public',
  summary: 'answers a picture code; the next sign-in of this browser is let through by it',
  input: z.strictObject({ uuid: pictureName, validateCode: codeInput }),
  output: z.null(),
})
