import { type MessageParam, newId, textList, type Tx, uuidList, col, type RowIn } from '@wattyard/server-kit'
import type { Severity } from '../../contract/index.ts'

/** Time within which a message joins an unread one of the same kind. */
export const GATHER_MS = 10 * 60_000
/** Most events in one message; the next one starts another. */
export const GATHER_MOST = 1_000
const MAX_SEARCH = 2_000

export interface NewMessage {
  tenantId: string
  kind: string
  severity: Severity
  /** Subject of the event: each person gets only one message about it. */
  about: string
  /** What a message that gathers names and counts once; as `about` unless it can be told of repeatedly. */
  subjectId: string
  params: Readonly<Record<string, MessageParam>>
  link: string | null
  gathers: boolean
  fromId?: string
}

/** A recipient. `aside` puts the message directly into the archive, for people who want no notice in the console. */
export interface Reader {
  userId: string
  aside: boolean
}

const TOLD = {
  id: col.uuid,
  user_id: col.uuid,
}

type Told = RowIn<typeof TOLD>

const textsOf = (params: NewMessage['params']): string[] =>
  Object.values(params).flatMap(value => {
    if (typeof value === 'string') return [value]
    return 'money' in value ? [value.money] : textsOf(value.with ?? {})
  })

/**
 * Tells again of an event that people were told of, that was over, and that is there again: a pile that comes back with the fault
 * with which it went away. Messages that people put away themselves stay where they are.
 */
async function tellAgain(tx: Tx, message: NewMessage, readers: readonly Reader[], now: number): Promise<Told[]> {
  const { tenantId, kind, about, subjectId } = message
  return tx.query(
    TOLD,
    `update notifications_message set over_ids = array_remove(over_ids, $5::text), read_at = null, archived_at = null, latest_at = $6
     where tenant_id = $1 and user_id = any($2::uuid[]) and kind = $3 and $4::text = any(abouts) and $5::text = any(over_ids)
       and (archived_at is null or cardinality(over_ids) = cardinality(subject_ids))
     returning id, user_id`,
    [tenantId, uuidList(readers.map(reader => reader.userId)), kind, about, subjectId, new Date(now)],
  )
}

/**
 * Adds the event to recent unread messages of the kind. A message that already contains it stays unchanged; one that names its
 * thing already names it once.
 */
async function join(tx: Tx, message: NewMessage, readers: readonly Reader[], now: number): Promise<Told[]> {
  const { tenantId, kind, about, subjectId, params, severity } = message
  const subject = typeof params.subject === 'string' ? params.subject : about
  return tx.query(
    TOLD,
    `with open as (
       select distinct on (user_id) id, user_id, abouts, $9::text = any(subject_ids) as names_it from notifications_message
       where tenant_id = $1 and user_id = any($2::uuid[]) and kind = $3 and severity = $4 and read_at is null and archived_at is null
         and latest_at > $5 and count < ${GATHER_MOST} and cardinality(subject_ids) > 0
       order by user_id, latest_at desc, id desc)
     update notifications_message m set latest_at = greatest(m.latest_at, $6), abouts = m.abouts || $7::text,
       count = case when open.names_it then m.count else m.count + 1 end,
       subjects = case when open.names_it then m.subjects else m.subjects || $8::text end,
       subject_ids = case when open.names_it then m.subject_ids else m.subject_ids || $9::text end,
       over_ids = array_remove(m.over_ids, $9::text),
       search_text = left(m.search_text || ' ' || lower($8::text), ${MAX_SEARCH})
     from open where m.tenant_id = $1 and m.id = open.id and not ($7::text = any(open.abouts))
     returning m.id, m.user_id`,
    [
      tenantId,
      uuidList(readers.map(reader => reader.userId)),
      kind,
      severity,
      new Date(now - GATHER_MS),
      new Date(now),
      about,
      subject,
      subjectId,
    ],
  )
}

/** Returns the people who already have a combined message containing this event. */
async function knowing(
  tx: Tx,
  { tenantId, kind, about }: NewMessage,
  readers: readonly Reader[],
): Promise<Set<string>> {
  const rows = await tx.query(
    { user_id: col.uuid },
    `select distinct user_id from notifications_message
     where tenant_id = $1 and user_id = any($2::uuid[]) and kind = $3 and $4::text = any(abouts)`,
    [tenantId, uuidList(readers.map(reader => reader.userId)), kind, about],
  )
  return new Set(rows.map(row => row.user_id))
}

/**
 * Writes a message to each of the people, except those who already have it. In kinds that combine, a burst of events becomes one
 * message with a count.
 *
 * @returns ids of the new or extended messages by person
 */
export async function writeMessages(
  tx: Tx,
  message: NewMessage,
  readers: readonly Reader[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (readers.length === 0) return new Map()
  const told: Told[] = []
  let left = readers
  if (message.gathers) {
    told.push(
      ...(await tellAgain(
        tx,
        message,
        left.filter(reader => !reader.aside),
        now,
      )),
    )
    const known = await knowing(tx, message, left)
    left = left.filter(reader => !known.has(reader.userId))
    told.push(
      ...(await join(
        tx,
        message,
        left.filter(reader => !reader.aside),
        now,
      )),
    )
    const joined = new Set(told.map(one => one.user_id))
    left = left.filter(reader => !joined.has(reader.userId))
  }
  if (left.length > 0) told.push(...(await insert(tx, message, left, now)))
  return new Map(told.map(one => [one.user_id, one.id]))
}

async function insert(tx: Tx, message: NewMessage, readers: readonly Reader[], now: number): Promise<Told[]> {
  const { tenantId, kind, about, subjectId, params, link, severity, gathers, fromId = null } = message
  const subject = typeof params.subject === 'string' ? params.subject : about
  return tx.query(
    TOLD,
    `insert into notifications_message (tenant_id, id, user_id, kind, params, link, created_at, latest_at, about, severity, abouts, subjects,
       subject_ids, search_text, from_id, read_at, archived_at)
     select $1, id, user_id, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, case when aside then $8::timestamptz end,
       case when aside then $8::timestamptz end
     from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as m(id, user_id, aside)
     on conflict (tenant_id, user_id, kind, about) do nothing returning id, user_id`,
    [
      tenantId,
      uuidList(readers.map(() => newId(now))),
      uuidList(readers.map(reader => reader.userId)),
      readers.map(reader => reader.aside),
      kind,
      JSON.stringify(params),
      link,
      new Date(now),
      about,
      severity,
      textList(gathers ? [about] : []),
      textList(gathers ? [subject] : []),
      textList(gathers ? [subjectId] : []),
      textsOf(params).join(' ').toLowerCase().slice(0, MAX_SEARCH),
      fromId,
    ],
  )
}
