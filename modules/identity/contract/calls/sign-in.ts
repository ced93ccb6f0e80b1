import { type CallAnswer, defineCall, isPlainText } from '@wattyard/calls'
import { z } from 'zod'

/** Longest ciphertext of a password as text. */
const MAX_SEALED = 4096
/** Of a code of the authenticator app, or a recovery code with its dashes. */
const MAX_CODE = 40

/** What proves who somebody is: a sealed password, and the key that it was sealed with. */
export const passwordInput = z.string().min(1).max(MAX_SEALED)
export const keyInput = z.string().max(200).default('')
/** A code of the authenticator app or a recovery code. */
export const codeInput = z.string().trim().min(1).max(MAX_CODE)
/** Bounded only, so that an empty field is named in the contract's words and not in ours. */
export const newPasswordInput = z.string().max(MAX_SEALED).default('')
export const repeatedPasswordInput = z.string().max(MAX_SEALED).optional()

/** A tick of the contract's forms: a flag, or one of the texts that browsers and older clients send for it. */
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
    /** Name of the key; the sign-in's field `key` carries it (or, from older clients, the key itself). */
    id: z.string(),
    /** The key is refused after this many seconds. */
    validFor: z.int(),
  }),
})
export type LoginKey = CallAnswer<typeof askLoginKey>

const signedIn = z.object({
  /** The public session handle (Admin-Token of the contract). */
  token: z.string(),
  /** The password was right and a code is owed: `POST /chg/c/login/verify` with it and this token. */
  owes: z.literal('code').optional(),
})
export type SignedIn = z.output<typeof signedIn>

/** Payload of the contract (§7.1). The texts are only bounded here: what is wrong with them must look like any failure. */
export const signInByPassword = defineCall({
  method: 'POST',
  path: '/c/login',
  access: 'public',
  summary: 'sign in by name and encrypted password',
  input: z.strictObject({
    // What no text may hold cannot be written down either, and a failure that is not written down is not counted.
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
    /** Token of the session that owes the code; clients that send `?token=` need not repeat it. */
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

/** Name of a picture code, which the browser chooses. */
export const pictureName = z.string().regex(/^[A-Za-z0-9-]{8,64}$/)

export const checkPicture = defineCall({
  method: 'POST',
  path: '/api/security/checkcode',
  access: 'public',
  summary: 'answers a picture code; the next sign-in of this browser is let through by it',
  input: z.strictObject({ uuid: pictureName, validateCode: codeInput }),
  output: z.null(),
})
