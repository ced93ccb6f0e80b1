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

export const MESSAGE_COLUMNS =
  'id, kind, params, link, severity, latest_at, read_at, archived_at, count, subjects, from_id'

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
  if (count === 1)
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
