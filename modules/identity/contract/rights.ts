import type { RowScope } from './role.ts'

/** A role of somebody, and what it grants. */
export interface HeldRole {
  id: string
  code: string
  name: string
  rowScope: RowScope
}

/** Answer of `GET /chg/api/sys/user/why`: what somebody may do, each part with what gives it. */
export interface ExplainedRights {
  roles: readonly HeldRole[]
  /** A role of theirs passes every check. */
  isEverything: boolean
  /** Whatever the permissions say, this person only reads. */
  readOnly: boolean
  /** Each permission with the ids of the roles that give it. */
  permissions: readonly { permission: string; roles: readonly string[] }[]
  /** Each page with the permissions of theirs that open it; none when it is for everybody with their kind of role. */
  pages: readonly { path: string; by: readonly string[] }[]
  /** Rows they see: null means all, a list what it names. */
  rows: { operators: readonly string[] | null; stations: readonly string[] | null }
}

/** Answer of `GET /chg/api/sys/user/factor`: what somebody proves themself by, besides the password. */
export interface SeenFactor {
  /** Since when an authenticator app is asked for, epoch ms; null while it is not. */
  since: number | null
  recoveryLeft: number
  /** Since when an account of the messaging app is bound; null while none is. */
  boundAt: number | null
}
