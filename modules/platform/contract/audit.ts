import type { Field } from '@wattyard/resource'

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
  /** With a text: the moment down to which rows were looked through, when older ones were not. Epoch ms. */
  searchedTo: number | null
  /** Kinds of the fields that entries speak of: `resource`, or `resource/command` for what a command was given → field. */
  fields: Readonly<Record<string, Readonly<Record<string, Field>>>>
  /** Names of what they point at: resource → id → name. */
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Somebody the log names. */
export interface AuditPerson {
  id: string
  name: string
}

/** Resource under which signing in and out is written down. */
export const SIGN_IN_RESOURCE = 'identity.session'
