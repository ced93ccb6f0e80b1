import { NO_WORDING, type Wording } from '@wattyard/resource'
import { create } from 'zustand'
import { setWording } from '../words/own-words.ts'

/** Cookie of the public session handle (contract §4). The secret half is HttpOnly, so scripts never see it. */
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
  /** Bound account of the messaging app; empty when there is none. */
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
  /** Whether the person sees the whole company instead of only some operators or stations. */
  readonly seesWhole?: boolean
  /** Whether the person sees assigned places only, and none is assigned. */
  readonly seesNothing?: boolean
  readonly company: Company | null
  /** The server refuses every call except the change of the password. */
  readonly mustChangePassword?: boolean
  /** The password is too old, rather than set by somebody else. */
  readonly passwordExpired?: boolean
  /** Rule for a new password: length, number of character kinds, and number of earlier passwords it may not repeat. */
  readonly passwordRule?: { readonly minLength: number; readonly kinds: number; readonly remembered: number }
  /** Seconds that a guest had left when this answer was given; null for others. */
  readonly trialSecondsLeft?: number | null
  /** Texts that the tenant has changed from the product's. */
  readonly wording?: Wording
  /** Whether a second factor is due, and whether its dialog may be closed; the server decides. */
  readonly verification?: { readonly due: boolean; readonly closable: boolean }
}

export interface Session {
  readonly token: string
  readonly me: Me | null
  /** When the session of a guest ends, epoch ms of this machine; null for others. */
  readonly trialEndsAt: number | null
}

/** Returns the value of a cookie in a `document.cookie` text; empty when it is missing. */
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

export const useSession = create<Session>()(() => ({
  token: cookieValue(cookies(), TOKEN_COOKIE),
  me: null,
  trialEndsAt: null,
}))

/** Returns the present token. The cookie is read each time, because another browser tab may have signed in or out. */
export function currentToken(): string {
  return cookieValue(cookies(), TOKEN_COOKIE) || useSession.getState().token
}

export function beginSession(token: string): void {
  useSession.setState({ token, me: null, trialEndsAt: null })
}

/** Goes on with a new session of the same person: what is open stays. `setMe` follows with what the server says of them now. */
export function renewSession(token: string): void {
  useSession.setState({ token })
}

export function setMe(me: Me): void {
  // The tenant's texts are set first, so that the first screen already shows them.
  setWording(me.wording ?? NO_WORDING)
  // The server tells what is left, not when it ends, because the clock of a visitor may be wrong.
  const left = me.trialSecondsLeft ?? null
  useSession.setState({ me, trialEndsAt: left === null ? null : Date.now() + left * 1_000 })
}

/** Forgets the session in this browser. The server revokes it by its own cookie (trust W13). */
export function endSession(): void {
  if (typeof document !== 'undefined')
    for (const path of ['/', '/jkweb', '/chg'])
      document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=${path}; SameSite=Lax`
  setWording(NO_WORDING)
  useSession.setState({ token: '', me: null, trialEndsAt: null })
}

/** Returns whether a person passes all role checks: the role `admin`, or the user with id 1, suadmin (contract §6). */
export function isAllPowerful(me: Me | null): boolean {
  return me !== null && (me.roles.includes('admin') || me.user.id === '1')
}

/** Returns whether the caller holds a permission such as `assets.station:create`. The server checks again. */
export function may(me: Me | null, permission: string): boolean {
  return (
    isAllPowerful(me) || (me?.permissions.includes(permission) ?? false) || (me?.roles.includes(permission) ?? false)
  )
}

/** Returns whether the person is a guest, who reads and takes nothing along. */
export function isGuest(me: Me | null): boolean {
  return me !== null && (me.user.userType === 'guest' || me.roles.includes('guest'))
}

export function useIsGuest(): boolean {
  return useSession(session => isGuest(session.me))
}

/** Returns whether the caller may ask for data of the whole company. */
export function useSeesWhole(): boolean {
  return useSession(session => session.me?.seesWhole ?? false)
}

export function useMay(permission: string): boolean {
  return useSession(session => may(session.me, permission))
}

/** Returns whether the person sees assigned places only, and none is assigned: what is not there may be there for others. */
export function useSeesNothing(): boolean {
  return useSession(session => session.me?.seesNothing ?? false)
}
