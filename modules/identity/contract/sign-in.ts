import type { Wording } from '@wattyard/resource'
import type { Verification } from './binding.ts'
import type { PasswordRule } from './password-age.ts'
import type { PasswordStrength } from './password-strength.ts'

/** Answer of `GET /chg/login/encrypt/key`: a key for one sign-in of this browser. */
export interface LoginKey {
  /** AES-128 key, 32 hex digits. */
  key: string
  /** Name of the key; the sign-in's field `key` carries it (or, from older clients, the key itself). */
  id: string
  /** The key is refused after this many seconds. */
  validFor: number
}

/** Seconds from the key's making to the sign-in that uses it. */
export const LOGIN_KEY_SECONDS = 120
/** Longest ciphertext of a password, in bytes. */
export const MAX_CIPHERTEXT_BYTES = 1024

/** Answer of `POST /chg/c/login`: the public session handle (Admin-Token of the contract). */
export interface SignedIn {
  token: string
  /** The password was right and a code is owed: `POST /chg/c/login/verify` with it and this token. */
  owes?: 'code'
}

/** Answer of `GET /chg/api/employee/me`. */
export interface Me {
  user: {
    /** `1` for the platform owner (contract §3), else the record's id. */
    id: string
    /** Id of the `identity.user` record. */
    recordId: string
    name: string
    nickname: string
    avatar: string
    introduction: string
    postLabel: string
    gender: string
    email: string
    phone: string
    officeName: string
    loginName: string
    userType: string
    /** Bound account of the messaging app; empty while there is none. */
    gzhOpenid: string
    language: string
  }
  verification: Verification
  /** The password was made by somebody else or is too old: nothing but changing it answers. */
  mustChangePassword: boolean
  /** Why: it is too old. */
  passwordExpired: boolean
  /** What a new password of theirs has to be, and how many of the last it may not be; 0 is none. */
  passwordRule: PasswordStrength & Pick<PasswordRule, 'remembered'>
  menus: { code: string }[]
  /** Role codes, permissions appended (contract §6). */
  roles: string[]
  permissions: string[]
  /** They see the whole company, and not only operators, stations or investors of it. */
  seesWhole: boolean
  company: { id: string; code: string; name: string; zone: string; currency: string }
  /** What the tenant says otherwise than the product: words, entries of dictionaries, the menu. */
  wording: Wording
}

/** Answer of `GET /chg/api/public/info`: what the sign-in page may know. */
export interface PublicInfo {
  product: string
  version: string
  profile: 'demo' | 'production'
  /** Whether `POST /chg/api/security/freetry` lets guests in. */
  freeTry: boolean
  /** Whether some company here takes applications for an account (`POST /chg/api/user/registe`). */
  registration: boolean
  /** What new passwords have to be like at least; a company can ask for more. */
  passwordStrength: PasswordStrength
  /** In the demo profile: whom to sign in as, and where the password is to be found. */
  demo?: { username: string; hint: string }
}

/** Readable cookie with the public handle (contract §4). */
export const HANDLE_COOKIE = 'Admin-Token'
