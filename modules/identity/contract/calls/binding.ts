import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { verificationShape } from './me.ts'
import { keyInput, passwordInput, tickInput } from './sign-in.ts'

/** Reads the state of binding. The console polls it every five seconds while the QR code is shown. */
export const readBinding = defineCall({
  method: 'GET',
  path: '/api/weixin/bind/is',
  access: 'signed-in',
  summary: 'whether verification is due and what is bound; takes what the phone has confirmed',
  input: z.strictObject({ timeout: tickInput }),
  output: verificationShape.extend({
    /** A verification is due: the last one is too old or there was none. The dialog is shown (contract §4). */
    timeout: z.boolean(),
    /** Bound account of the messaging app; empty when there is none. */
    openid: z.string(),
    /** Means of binding an account in this installation; null when there is none. */
    app: z.enum(['officialAccount', 'standIn']).nullable(),
    /** Whether the caller also has an authenticator app. */
    hasCode: z.boolean(),
    /** Expiry of the session's QR code; null when there is none. */
    qrUntil: instant.nullable(),
    /** The phone's owner declined the binding. */
    isDeclined: z.boolean(),
    /** Target of the stand-in's QR code, for machines without a phone. */
    link: z.string().nullable(),
  }),
})
export type BindState = CallAnswer<typeof readBinding>

export const makeQrCode = defineCall({
  method: 'GET',
  path: '/api/weixin/bind/qrcode',
  access: 'signed-in',
  summary: 'address of a QR code that binds an account of the messaging app, or verifies the one that is bound',
  input: z.strictObject({ rebind: tickInput }),
  output: z.string(),
})

export const unbindMessagingApp = defineCall({
  method: 'POST',
  path: '/api/weixin/bind/remove',
  access: 'signed-in',
  summary: 'takes the binding away: the password once more, in a session that has shown a second factor',
  input: z.strictObject({ password: passwordInput, key: keyInput }),
  output: z.null(),
})
