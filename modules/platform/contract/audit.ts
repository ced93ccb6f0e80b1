/** One row of `/chg/api/platform/audit/list`: who did what to which record. */
export interface AuditRow {
  id: string
  /** Epoch ms. */
  at: number
  actorId: string | null
  actorName: string
  ip: string | null
  requestId: string | null
  resource: string
  recordId: string
  action: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

export interface AuditPage {
  list: AuditRow[]
  /** Cursor of the next, older page; null at the end. */
  next: string | null
}

/** Words that occur in the log: what its filters offer. */
export interface AuditKinds {
  resources: string[]
  actions: string[]
}

/** Resource under which signing in and out is written down. */
export const SIGN_IN_RESOURCE = 'identity.session'
