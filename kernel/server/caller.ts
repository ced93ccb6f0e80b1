import type { LookUp } from './resource/hidden/look-ups.ts'
import type { Language } from './words.ts'

/** Rows a caller may see inside the tenant: null means all. */
export interface DataScope {
  operators: readonly string[] | null
  stations: readonly string[] | null
  investors: readonly string[] | null
}

/** Who is asking. Made by identity from the session, never from anything the request says. */
export interface Caller {
  tenantId: string
  userId: string
  loginName: string
  displayName: string
  roles: readonly string[]
  permissions: ReadonlySet<string>
  scope: DataScope
  language: Language
  /** Guests read; their transactions are read only in the database itself. */
  readOnly: boolean
  sessionId: string
  /** Sees all of the tenant that runs the installation; absent for everybody else. */
  isPlatform?: boolean
  /** Station chosen in the console, of a call that follows it: `scope` is narrowed to it already. */
  chosenStation?: string
  /** Version of what the tenant says otherwise than the product; null when it says nothing, absent when nobody has looked. */
  wording?: string | null
  /** Of the routes open to everybody who is signed in, those this caller may use; absent means all. */
  mayReach?: (path: string) => boolean
  /** Sees personal data masked in this call, whatever the permissions say: what is made of it leaves the house. */
  readsMasked?: true
  /**
   * Where a call notes the hidden values by which it found records, which the log tells before its answer leaves. Without it
   * nothing is found by them.
   */
  lookUps?: LookUp[]
  /**
   * Returns a text that stays the same while the rights and the reach that this caller was made of do. What goes on after its
   * call, such as a stream, is held to it (`SessionsAlive`).
   */
  stamp?: () => string
  /** What this caller has to do before anything else: the refusal of every path that is not part of it. */
  owes?: { code: string; allows: (path: string) => boolean }
}

export const WHOLE_TENANT: DataScope = { operators: null, stations: null, investors: null }

/** What concerns everybody is not for those who see only some operators, stations or investors. */
export function seesWholeTenant({ scope }: Pick<Caller, 'scope'>): boolean {
  return scope.operators === null && scope.stations === null && scope.investors === null
}

/**
 * Nobody has assigned a place to somebody who sees assigned places only. Places are enough without an investor: whoever invests sees the
 * stations that were assigned to them, and an investor is a share of a place.
 */
export function seesNothing({ scope: { operators, stations, investors } }: Pick<Caller, 'scope'>): boolean {
  return stations?.length === 0 || (operators?.length === 0 && !investors?.length)
}

/** `admin` passes every check inside its tenant (contract §6). */
export function may(caller: Pick<Caller, 'permissions'>, permission: string): boolean {
  return caller.permissions.has('*') || caller.permissions.has(permission)
}
