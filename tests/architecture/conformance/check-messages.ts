import { type Field, writableFields } from '@wattyard/resource'
import { type Caller, LANGUAGES, newId, type ServedResource } from '@wattyard/server-kit'
import { beforeAll, expect, test } from 'vitest'
import { beyondBounds, wrongValue } from './sample-value.ts'
import { administrator, type World } from './world.ts'

/** What was said, over all definitions; a test at the end looks that there was something to look at. */
export const messagesRead = { fields: 0, messages: 0 }

const NUMBERS = new Set<Field['kind']>([
  'integer',
  'money',
  'price',
  'energy',
  'power',
  'percent',
  'quantity',
  'duration',
])
const LINES = new Set<Field['kind']>(['text', 'code', 'serial'])

/** Wire values that the field refuses, a handful for each. */
function forbidden(of: Field): unknown[] {
  const wrong = wrongValue(of)
  return [
    ...(wrong === undefined ? [] : [wrong]),
    ...beyondBounds(of),
    ...(of.optional || of.kind === 'json' ? [] : [null]),
    ...(NUMBERS.has(of.kind) ? ['abc'] : []),
    ...(LINES.has(of.kind) ? ['x'.repeat((of.max ?? 2_000) + 1), 'a\nb'] : []),
    ...(of.kind === 'geoPoint' ? [{ lng: '113.9', lat: '95' }] : []),
    ...(of.kind === 'businessDay' ? ['2026-02-30'] : []),
  ]
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/
/** A key of the locale files that has no words, such as `kernel.field.tooBig`. */
const WORD_KEY = /\b[a-z]\w*(\.[a-zA-Z]\w*){1,}\b/
const isWords = (text: string, key: string): boolean =>
  text !== '' && !ID.test(text) && !WORD_KEY.test(text) && !(/[A-Z_]/.test(key) && text.includes(key))

/**
 * Checks that a refused field is called by its name in the language of the caller, and that no message contains a key or an id.
 * One call for each forbidden value, languages in turn.
 */
export function checkMessages(world: World, { resource }: ServedResource): void {
  const { words, call } = world.server
  let as: Caller
  beforeAll(async () => {
    as = await administrator(world)
  })

  /** Returns what is wrong with a refusal; empty when it says what it should. */
  async function flawOf(path: string, prefix: string, key: string, input: object): Promise<string[]> {
    const language = LANGUAGES[messagesRead.messages++ % LANGUAGES.length] ?? 'zh'
    const { code, msg, data } = await call(
      `/api/${resource.path}/${path}`,
      { ...input },
      { as, key: newId(), language },
    )
    const texts = Object.entries<string>(data?.fields ?? {})
    const isRight =
      code === 'kernel.invalid' &&
      msg.includes(words.translate(language, `${prefix}.${key}`)) &&
      texts.some(([named]) => named.split('.')[0] === key) &&
      texts.every(([, text]) => isWords(text, key))
    return isRight
      ? []
      : [`${path} ${JSON.stringify(input).slice(0, 200)} (${language}): ${msg} ${JSON.stringify(data)}`]
  }

  test('what is refused is called by its name', async () => {
    const flaws: string[] = []
    if (resource.writes === 'crud')
      // An update names the sent fields alone; nothing is looked up before the check.
      for (const [key, of] of writableFields(resource, 'update')) {
        messagesRead.fields++
        for (const value of forbidden(of))
          flaws.push(...(await flawOf('save', resource.name, key, { id: newId(), [key]: value })))
      }
    for (const [name, rule] of Object.entries(resource.commands)) {
      const target = rule.on === 'none' ? {} : { id: newId() }
      // A message names five fields; of longer inputs the first ones are looked at.
      for (const [key, of] of Object.entries(rule.input ?? {}).slice(0, 5)) {
        messagesRead.fields++
        for (const value of forbidden(of))
          flaws.push(...(await flawOf(name, `${resource.name}.${name}Input`, key, { ...target, [key]: value })))
      }
    }
    expect(flaws.slice(0, 10)).toEqual([])
  })
}
