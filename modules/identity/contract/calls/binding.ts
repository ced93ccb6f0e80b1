import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { verificationShape } from './me.ts'
import { keyInput, passwordInput, tickInput } from './sign-in.ts'

/** Asked every five seconds while the QR code is shown. */
export const readBinding = defineCall({
  method: 'GET',
  path: '/api/weixin/bind/is',
  access: 'signed-in',
  summary: 'whether verification is due and what is bound; takes what the phone has confirmed',
  input: z.strictObject({ timeout: tickInput }),
  output: verificationShape.extend({
    /** The last verification is too old, or there was none: the dialog shows (contract §4). */
    timeout: z.boolean(),
    /** Bound account of the messaging app; empty while there is none. */
    openid: z.string(),
    /** Whether accounts can be bound here. */
    app: z.enum(['officialAccount', 'standIn']).nullable(),
    /** Whether the caller has an authenticator app as well. */
    hasCode: z.boolean(),
    /** Until when the QR code of this session is good; null when there is none. */
    qrUntil: instant.nullable(),
    /** The phone said that it was not its owner. */
    isDeclined: z.boolean(),
    /** Where the stand-in's QR code leads, for machines without a phone. */
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
