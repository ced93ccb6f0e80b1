import { defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'

const seenSession = z.object({
  id: z.string(),
  /** Such as `Chrome 128 · Windows`; empty when the browser does not tell. */
  device: z.string(),
  /** Network address at sign-in. */
  network: z.string(),
  since: instant,
  lastSeenAt: instant,
  remember: z.boolean(),
  /** The session of this request. */
  isThis: z.boolean(),
  /** The password was accepted; the code is still missing. */
  owesCode: z.boolean(),
})
/** A session as its owner and administrators see it. */
export type SeenSession = z.output<typeof seenSession>

const sessions = z.object({ list: z.array(seenSession) })

export const listOwnSessions = defineCall({
  method: 'GET',
  path: '/api/security/session/list',
  access: 'signed-in',
  summary: 'the caller’s own sessions',
  input: z.strictObject({}),
  output: sessions,
})

export const revokeOwnSession = defineCall({
  method: 'POST',
  path: '/api/security/session/revoke',
  access: 'signed-in',
  summary: 'ends one of the caller’s sessions',
  input: z.strictObject({ id: idInput }),
  output: z.null(),
})

export const revokeOtherSessions = defineCall({
  method: 'POST',
  path: '/api/security/session/revokeOthers',
  access: 'signed-in',
  summary: 'ends every session of the caller but this one',
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
})

export const listSessionsOfUser = defineCall({
  method: 'GET',
  path: '/api/sys/user/session/list',
  access: 'identity.user:signOut',
  summary: 'sessions of a user',
  input: z.strictObject({ id: idInput }),
  output: sessions,
})

export const revokeSessionOfUser = defineCall({
  method: 'POST',
  path: '/api/sys/user/session/revoke',
  access: 'identity.user:signOut',
  summary: 'ends one session of a user',
  input: z.strictObject({ id: idInput, session: idInput }),
  output: z.null(),
})
