import { NO_WORDING, type Wording } from '@wattyard/resource'
import { create } from 'zustand'
import { setWording } from '../words/own-words.ts'

/** Cookie of the public session handle (contract §4); the secret half is HttpOnly and never seen here. */
export const TOKEN_COOKIE = 'Admin-Token'

export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly nickname?: string
  readonly avatar?: string
  readonly loginName: string
  readonly officeName?: string
  readonly userType?: string
  readonly email?: string
  readonly phone?: string
  readonly gender?: string
  readonly introduction?: string
  /** Bound account of the messaging app, empty while there is none. */
  readonly gzhOpenid?: string
}

export interface MenuEntry {
  readonly code: string
}

export interface Company {
  readonly id?: string
  readonly name?: string
  /** IANA zone in which this tenant's times are shown. */
  readonly zone?: string
}

/** Answer of `/chg/api/employee/me`, as far as the console reads it. */
export interface Me {
  readonly user: SignedInUser
  readonly menus: readonly MenuEntry[]
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  /** Whether they see the whole company, and not operators or stations of it. */
  readonly seesWhole?: boolean
  readonly company: Company | null
  /** Nothing but choosing another password answers. */
  readonly mustChangePassword?: boolean
  /** Because it is too old, not because somebody else chose it. */
  readonly passwordExpired?: boolean
  /** What a new password has to be like: characters, kinds of them, and how many of the last it may not be. */
  readonly passwordRule?: { readonly minLength: number; readonly kinds: number; readonly remembered: number }
  /** Whether a second factor is due, and whether its dialog may be closed; the server says it. */
  /** What the tenant says otherwise than the product. */
  readonly wording?: Wording
  readonly verification?: { readonly due: boolean; readonly closable: boolean }
}

export interface Session {
  readonly token: string
  readonly me: Me | null
}

/** Value of a cookie in a `document.cookie` text, empty when it is not there. */
export function cookieValue(cookies: string, name: string): string {
  for (const part of cookies.split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return decode(value.join('='))
  }
  return ''
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const cookies = (): string => (typeof document === 'undefined' ? '' : document.cookie)

export const useSession = create<Session>()(() => ({ token: cookieValue(cookies(), TOKEN_COOKIE), me: null }))

/** Returns the token now: another browser tab may have signed in or out meanwhile, so the cookie is asked each time. */
export function currentToken(): string {
  return cookieValue(cookies(), TOKEN_COOKIE) || useSession.getState().token
}

export function beginSession(token: string): void {
  useSession.setState({ token, me: null })
}

export function setMe(me: Me): void {
  // Before anything of the person is drawn: the first screen already has the tenant's words.
  setWording(me.wording ?? NO_WORDING)
  useSession.setState({ me })
}

/** Forgets the session in this browser; the server revokes by its own cookie (trust W13). */
export function endSession(): void {
  if (typeof document !== 'undefined')
    for (const path of ['/', '/jkweb', '/chg'])
      document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=${path}; SameSite=Lax`
  setWording(NO_WORDING)
  useSession.setState({ token: '', me: null })
}

/** Contract §6: admin passes all role checks; suadmin is the user with id 1. */
export function isAllPowerful(me: Me | null): boolean {
  return me !== null && (me.roles.includes('admin') || me.user.id === '1')
}

/** Returns whether the caller holds a permission such as `assets.station:create`. The server decides again. */
export function may(me: Me | null, permission: string): boolean {
  return (
    isAllPowerful(me) || (me?.permissions.includes(permission) ?? false) || (me?.roles.includes(permission) ?? false)
  )
}

/** Returns whether what concerns the whole company is theirs to ask for. */
export function useSeesWhole(): boolean {
  return useSession(session => session.me?.seesWhole ?? false)
}

export function useMay(permission: string): boolean {
  return useSession(session => may(session.me, permission))
}
