import { showDecimal } from '@wattyard/resource'
import { type Language, type MessageParam, type Words, col, type RowIn } from '@wattyard/server-kit'
import { type Message, SEVERITIES } from '../../contract/index.ts'
import { type Kinds, kindName, kindWord } from '../kinds.ts'
import { COLLEAGUE } from '../own-kinds.ts'

export const MESSAGE_ROW = {
  id: col.uuid,
  kind: col.text,
  params: col.json<Record<string, MessageParam>>(),
  link: col.text.orNull,
  severity: col.oneOf(SEVERITIES),
  latest_at: col.instant,
  read_at: col.instant.orNull,
  archived_at: col.instant.orNull,
  count: col.integer,
  subjects: col.texts,
  from_id: col.uuid.orNull,
}

export type MessageRow = RowIn<typeof MESSAGE_ROW>

/** Most names listed in a combined message; further ones are counted. */
const NAMES_LISTED = 8

/**
 * Columns of `notifications_message`. A message that gathers several things counts and names those that are not over; once all are,
 * it says again what was told.
 */
export const MESSAGE_COLUMNS = `id, kind, params, link, severity, latest_at, read_at, archived_at, from_id,
  case when cardinality(subject_ids) > cardinality(over_ids) then cardinality(subject_ids) - cardinality(over_ids) else count end as count,
  case when cardinality(over_ids) = 0 or cardinality(over_ids) = cardinality(subject_ids) then subjects[1:${NAMES_LISTED}]
    else array(select one.subject from unnest(subject_ids, subjects) with ordinality as one(id, subject, at)
      where one.id <> all(over_ids) order by one.at limit ${NAMES_LISTED}) end as subjects`

interface RenderOptions {
  kinds: Kinds
  translate: Words['translate']
  language: Language
}

function sayParam(value: MessageParam, translate: Words['translate'], language: Language): string {
  if (typeof value === 'string') return value
  if ('money' in value) return showDecimal('money', value.money, language)
  return translate(language, value.word, value.with && sayParams(value.with, translate, language))
}

function sayParams(
  params: Readonly<Record<string, MessageParam>>,
  translate: Words['translate'],
  language: Language,
): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, sayParam(value, translate, language)]))
}

/**
 * Returns title and text of a message in the reader's language. Parameters that name a text key are translated, amounts written
 * with the marks of the language; all others are used as stored.
 */
export function renderMessage(
  { translate, language }: RenderOptions,
  { kind, params, count, subjects }: Pick<MessageRow, 'kind' | 'params' | 'count' | 'subjects'>,
): { title: string; text: string } {
  const said = sayParams(params, translate, language)
  // The words of a single thing are those of the first; when only a later one is left, it is named in the words of several.
  const isFirst = typeof params.subject !== 'string' || subjects.length === 0 || subjects[0] === params.subject
  if (count === 1 && isFirst)
    return {
      title: translate(language, kindWord(kind, 'title'), said),
      text: translate(language, kindWord(kind, 'text'), said),
    }
  const listed = subjects.join(language === 'zh' ? '、' : ', ')
  const rest = count - subjects.length
  const many = {
    count,
    subjects: rest > 0 ? translate(language, 'notifications.andMore', { listed, count: rest }) : listed,
  }
  return {
    title: translate(language, kindWord(kind, 'manyTitle'), many),
    text: translate(language, kindWord(kind, 'manyText'), many),
  }
}

/** Returns a stored message as its reader gets it; null when this release no longer knows its kind. */
export function toMessage(saying: RenderOptions, row: MessageRow): Message | null {
  if (!saying.kinds.byName(row.kind)) return null
  const { name } = row.params
  return {
    id: row.id,
    kind: row.kind,
    kindName: kindName(saying.kinds, saying.translate, saying.language, row.kind),
    severity: row.severity,
    ...renderMessage(saying, row),
    link: row.link,
    createdAt: row.latest_at,
    count: row.count,
    readFlag: row.read_at === null ? '0' : '1',
    archived: row.archived_at !== null,
    from:
      row.kind === COLLEAGUE && row.from_id !== null
        ? { id: row.from_id, name: typeof name === 'string' ? name : '' }
        : null,
  }
}
