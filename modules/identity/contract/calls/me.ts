import { type CallAnswer, defineCall } from '@wattyard/calls'
import type { Wording } from '@wattyard/resource'
import { z } from 'zod'
import { passwordStrengthShape } from './password-policy.ts'

/** Whether a second factor is due, and whether its dialog can be closed (contract §6: the server decides). */
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
      /** Bound account of the messaging app; empty when there is none. */
      gzhOpenid: z.string(),
      language: z.string(),
    }),
    verification: verificationShape,
    /** The password was set by somebody else or is too old: all calls except changing it are refused. */
    mustChangePassword: z.boolean(),
    /** The reason is the password's age. */
    passwordExpired: z.boolean(),
    /** Requirements for a new password, and the number of recent passwords that it must differ from; 0 means none. */
    passwordRule: passwordStrengthShape.extend({ remembered: z.int() }),
    menus: z.array(z.object({ code: z.string() })),
    /** Role codes, permissions appended (contract §6). */
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** The person sees the whole company and is not limited to some operators, stations or investors. */
    seesWhole: z.boolean(),
    /** The person sees assigned places only, and none is assigned: what is empty for them need not be empty. */
    seesNothing: z.boolean(),
    company: z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      zone: z.string(),
      currency: z.string(),
    }),
    /** Seconds until the session of a guest ends, whatever the guest does; null for others. */
    trialSecondsLeft: z.int().nullable(),
    /** The tenant's own texts, dictionary entries and menu. Not checked against a schema. */
    wording: z.custom<Wording>(),
  }),
})
export type Me = CallAnswer<typeof readMe>

export const askForPage = defineCall({
  method: 'POST',
  path: '/api/employee/askPage',
  access: 'signed-in',
  summary: 'asks the people who may grant it for a page that the caller may not open; once a day for each page',
  input: z.strictObject({ page: z.string().min(1).max(100) }),
  output: z.null(),
})

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
    /** Whether `POST /chg/api/security/freetry` signs guests in. */
    freeTry: z.boolean(),
    /** Whether a company of this installation accepts applications for an account (`POST /chg/api/user/registe`). */
    registration: z.boolean(),
    /** Minimum requirements for new passwords. A company can demand more. */
    passwordStrength: passwordStrengthShape,
    /** Demo profile only: login name, and where to find the password. */
    demo: z.object({ username: z.string(), hint: z.string() }).optional(),
  }),
})
export type PublicInfo = CallAnswer<typeof readPublicInfo>
