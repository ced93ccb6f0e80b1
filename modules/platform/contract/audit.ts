import { col, type RowIn } from '@wattyard/server-kit'
import type { Field } from '@wattyard/resource'

/** One row of `/chg/api/platform/audit/list`: who did what to which record. */
export const AUDIT_ROW = {
  id: col.uuid,
  /** Epoch ms. */
  at: col.instant,
  actorId: col.uuid.orNull,
  actorName: col.text,
  ip: col.text.orNull,
  requestId: col.text.orNull,
  resource: col.text,
  recordId: col.text,
  action: col.text,
  before: col.json<Readonly<Record<string, unknown>>>().orNull,
  after: col.json<Readonly<Record<string, unknown>>>().orNull,
}

export type AuditRow = RowIn<typeof AUDIT_ROW>

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
export const AUDIT_PERSON = {
  id: col.uuid,
  name: col.text,
}

export type AuditPerson = RowIn<typeof AUDIT_PERSON>

/** Words that occur in the log: what its filters offer. */
export interface AuditKinds {
  resources: string[]
  actions: string[]
  people: AuditPerson[]
}

/** Resource under which signing in and out is written down. */
export const SIGN_IN_RESOURCE = 'identity.session'
