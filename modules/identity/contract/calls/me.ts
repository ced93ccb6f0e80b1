import { type CallAnswer, defineCall } from '@wattyard/calls'
import type { Wording } from '@wattyard/resource'
import { z } from 'zod'
import { passwordStrengthShape } from './password-policy.ts'

/** Whether a second factor is due, and whether its dialog may be closed (contract §6: the server says it). */
export const verificationShape = z.object({ due: z.boolean(), closable: z.boolean() })
export type Verification = z.output<typeof verificationShape>

export const readMe = defineCall({
  method: 'GET',
  path: '/api/employee/me',
  access: 'signed-in',
  summary: 'the caller, their roles and menus',
  input: z.looseObject({}),
  output: z.object({
    user: z.object({
      /** `1` for the platform owner (contract §3), else the record's id. */
      id: z.string(),
      /** Id of the `identity.user` record. */
      recordId: z.string(),
      name: z.string(),
      nickname: z.string(),
      avatar: z.string(),
      introduction: z.string(),
      postLabel: z.string(),
      gender: z.string(),
      email: z.string(),
      phone: z.string(),
      officeName: z.string(),
      loginName: z.string(),
      userType: z.string(),
      /** Bound account of the messaging app; empty while there is none. */
      gzhOpenid: z.string(),
      language: z.string(),
    }),
    verification: verificationShape,
    /** The password was made by somebody else or is too old: nothing but changing it answers. */
    mustChangePassword: z.boolean(),
    /** Why: it is too old. */
    passwordExpired: z.boolean(),
    /** What a new password of theirs has to be, and how many of the last it may not be; 0 is none. */
    passwordRule: passwordStrengthShape.extend({ remembered: z.int() }),
    menus: z.array(z.object({ code: z.string() })),
    /** Role codes, permissions appended (contract §6). */
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** They see the whole company, and not only operators, stations or investors of it. */
    seesWhole: z.boolean(),
    company: z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      zone: z.string(),
      currency: z.string(),
    }),
    /** What the tenant says otherwise than the product: words, entries of dictionaries, the menu. As it was made, unchecked. */
    wording: z.custom<Wording>(),
  }),
})
export type Me = CallAnswer<typeof readMe>

export const readPublicInfo = defineCall({
  method: 'GET',
  path: '/api/public/info',
  access: 'public',
  summary: 'product, version and profile: what the sign-in page may know',
  input: z.looseObject({}),
  output: z.object({
    product: z.string(),
    version: z.string(),
    profile: z.enum(['demo', 'production']),
    /** Whether `POST /chg/api/security/freetry` lets guests in. */
    freeTry: z.boolean(),
    /** Whether some company here takes applications for an account (`POST /chg/api/user/registe`). */
    registration: z.boolean(),
    /** What new passwords have to be like at least; a company can ask for more. */
    passwordStrength: passwordStrengthShape,
    /** In the demo profile: whom to sign in as, and where the password is to be found. */
    demo: z.object({ username: z.string(), hint: z.string() }).optional(),
  }),
})
export type PublicInfo = CallAnswer<typeof readPublicInfo>
