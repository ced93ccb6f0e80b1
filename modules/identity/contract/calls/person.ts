import { type CallAnswer, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { ROW_SCOPES } from '../role.ts'
import { MAX_PLACES, MAX_ROLES, USER_TYPES } from '../user.ts'
import { ownFactorShape } from './second-factor.ts'

/** A person in the contract's shape (§3, user info). */
const person = z.object({
  id: z.string(),
  name: z.string(),
  nickname: z.string(),
  introduction: z.string(),
  postLabel: z.string(),
  gender: z.string(),
  email: z.string(),
  phone: z.string(),
  officeName: z.string(),
  loginName: z.string(),
  userType: z.string(),
  status: z.string(),
})

export const readPerson = defineCall({
  method: 'GET',
  path: '/api/sys/user/info',
  access: 'identity.user:read',
  summary: 'who somebody is',
  input: z.strictObject({ userid: idInput }),
  output: z.object({ user: person }),
})

export const listPeopleOfOffice = defineCall({
  method: 'GET',
  path: '/api/sys/office/user',
  access: 'identity.user:read',
  summary: 'people of an office',
  input: z.strictObject({ id: idInput }),
  output: z.object({ list: z.array(person) }),
})

export const listDutiesOfOffice = defineCall({
  method: 'GET',
  path: '/api/sys/office/dutybyofficeid',
  access: 'identity.duty:read',
  summary: 'duties of an office',
  input: z.strictObject({ officeid: idInput }),
  output: z.object({ list: z.array(z.object({ id: z.string(), code: z.string(), label: z.string() })) }),
})

export const readMenuOfPerson = defineCall({
  method: 'GET',
  path: '/api/sys/user/authmenu',
  access: 'identity.user:read',
  summary: 'menus, roles and permissions of somebody',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    menus: z.array(z.object({ code: z.string() })),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
  }),
})

/** A role of a person, with its row scope. */
const heldRole = z.object({ id: z.string(), code: z.string(), name: z.string(), rowScope: z.enum(ROW_SCOPES) })

export const explainRightsOfPerson = defineCall({
  method: 'GET',
  path: '/api/sys/user/why',
  access: 'identity.user:read',
  summary: 'what somebody may do, and which role or permission gives it',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    roles: z.array(heldRole),
    /** One of the roles passes every check. */
    isEverything: z.boolean(),
    /** The person can only read, whatever the permissions say. */
    readOnly: z.boolean(),
    /** Each permission with the ids of the roles that grant it. */
    permissions: z.array(z.object({ permission: z.string(), roles: z.array(z.string()) })),
    /** Each page with the person's permissions that open it; empty when the page is for everybody with their kind of role. */
    pages: z.array(z.object({ path: z.string(), by: z.array(z.string()) })),
    /** Visible rows: null means all, a list only the named ones. */
    rows: z.object({ operators: z.array(z.string()).nullable(), stations: z.array(z.string()).nullable() }),
  }),
})
export type ExplainedRights = CallAnswer<typeof explainRightsOfPerson>

/** Ids of a form: its body encodes the empty list as an empty text, and a list of one id as one text. */
const idList = (max: number) =>
  z.union([
    z.array(idInput).max(max),
    z.literal('').transform((): string[] => []),
    idInput.transform((one): string[] => [one]),
  ])

/** Why a person sees nothing, or none of what belongs to stations. */
export const SEES_NOTHING = ['noRole', 'noPlaces', 'noneInBoth', 'noStations', 'noPermission', 'beyondYou'] as const

export const previewReachOfPerson = defineCall({
  method: 'POST',
  path: '/api/sys/user/reach',
  access: 'identity.user:read',
  summary: 'what a person with these roles and places would see',
  input: z.strictObject({
    userType: z.enum(USER_TYPES),
    roleIds: idList(MAX_ROLES),
    scopeOperatorIds: idList(MAX_PLACES),
    scopeStationIds: idList(MAX_PLACES),
  }),
  output: z.object({
    /** `unknown`: more than the caller sees, so nothing is counted. */
    sees: z.enum(['everything', 'part', 'nothing', 'unknown']),
    because: z.enum(SEES_NOTHING).nullable(),
    /** Numbers of rows; null when the person may not read them. */
    stations: z.int().nullable(),
    piles: z.int().nullable(),
    /** Orders that began within the last thirty days. */
    orders: z.int().nullable(),
  }),
})
/** Roles and places of a person that are not saved yet. */
export type AskedPlaces = z.output<(typeof previewReachOfPerson)['input']>
export type PreviewedReach = CallAnswer<typeof previewReachOfPerson>

export const previewReachOfRole = defineCall({
  method: 'POST',
  path: '/api/sys/role/reach',
  access: 'identity.role:read',
  summary: 'what the holders of a role with this row scope would see',
  input: z.strictObject({ id: idInput.optional(), rowScope: z.enum(ROW_SCOPES) }),
  output: z.object({
    /** Active people with the role that the caller sees. */
    holders: z.int(),
    everything: z.int(),
    part: z.int(),
    nothing: z.int(),
    /** Names of the first people who would see nothing. */
    names: z.array(z.string()),
  }),
})
export type PreviewedHolders = CallAnswer<typeof previewReachOfRole>

export const readFactorOfPerson = defineCall({
  method: 'GET',
  path: '/api/sys/user/factor',
  // Only people who may reset second factors learn who has none; seeing the list of users is not enough.
  access: 'identity.user:resetFactor',
  summary: 'second factors of a user',
  input: z.strictObject({ id: idInput }),
  output: ownFactorShape.extend({
    /** Instant at which an account of the messaging app was bound; null when there is none. */
    boundAt: instant.nullable(),
  }),
})
export type SeenFactor = CallAnswer<typeof readFactorOfPerson>

export const readResetCode = defineCall({
  method: 'POST',
  path: '/api/sys/user/resetCode',
  access: 'identity.user:setPassword',
  summary: 'the one-time code that waits for a user who has forgotten their password',
  input: z.strictObject({ id: idInput }),
  output: z.object({ userId: z.string(), code: z.string(), createdAt: instant, expiresAt: instant }),
})
export type WaitingCode = CallAnswer<typeof readResetCode>

export const listPermissions = defineCall({
  method: 'GET',
  path: '/api/sys/role/permissions',
  access: 'identity.role:read',
  summary: 'every permission that exists',
  input: z.strictObject({}),
  output: z.object({ list: z.array(z.string()) }),
})

const name = z.string().trim().min(1).max(100)

/**
 * The contract's two questions about accounts. For strangers the answer never depends on whether an account exists (trust W16).
 */
export const checkAccount = defineCall({
  method: 'POST',
  path: '/api/user/account/check',
  access: 'public',
  summary: 'whether an account name is free, for who may read users; to others it always is',
  input: z.strictObject({ account: name }),
  output: z.object({ available: z.boolean() }),
})

export const findLoginName = defineCall({
  method: 'GET',
  path: '/api/user/get/loginName',
  access: 'public',
  summary: 'whether a login name is in use, for who may read users; to others it never is',
  input: z.strictObject({ loginName: name }),
  output: z.object({ loginName: z.string(), exists: z.boolean() }),
})
