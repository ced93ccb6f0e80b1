import { dictionaryOf, type Field, fieldText, nameKeyOf, type Resource, unitOfColumn } from '@wattyard/resource'
import {
  exportText,
  headOf,
  isScheduled,
  LANGUAGES,
  nameOfValue,
  paperHeadOf,
  paperText,
  type ServedResource,
  textContext,
  type WireRecord,
} from '@wattyard/server-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { FOLDERS, readTexts } from '../locale-texts.ts'
import { jobsOf } from '@wattyard/app-server/work'
import { sessionWorld } from './world.ts'

/* What a file, a paper and a screen say of one field: the same words, the same unit (decision 410). */

const world = await sessionWorld()
afterAll(() => world.close())

const KEYS = FOLDERS.flatMap(folder => [...readTexts(folder, 'zh').keys()])

/** Returns the codes whose words are below a key, which ends with its point. */
const codesBelow = (prefix: string): string[] =>
  KEYS.filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length))

/** Returns every code that a field may hold and that has a word. */
function codesOf(of: Field, name: string): string[] {
  if (!['oneOf', 'text', 'tags'].includes(of.kind)) return []
  const codes = [...(of.values ?? []), ...codesBelow(`${dictionaryOf(of, name)}Value.`)]
  return [...new Set(of.values === undefined && of.of ? [...codes, ...codesBelow(`${of.of}.`)] : codes)]
}

const fieldsOf = ({ fields, added }: Resource): [string, Field][] => Object.entries({ ...fields, ...added })

const BOOKKEEPING = { id: '', version: 1, createdAt: 0, updatedAt: 0, can: [] }
const recordOf = (values: Record<string, unknown>): WireRecord => ({ ...BOOKKEEPING, ...values })

const PLURAL = /_(?:one|other)$/

describe.each(LANGUAGES)('in %s', language => {
  const { translate } = world.server.words
  const context = { labels: {}, translate, language, zone: 'Asia/Shanghai' }
  const say = (key: string): string => translate(language, key)

  test('no file and no paper prints a code that has a word', () => {
    let codes = 0
    const raw = world.served.flatMap(({ resource }) =>
      fieldsOf(resource).flatMap(([key, of]) =>
        codesOf(of, `${resource.name}.${key}`).flatMap(code => {
          codes += 1
          const value = of.kind === 'tags' ? [code] : code
          const record = recordOf({ [key]: value })
          const texts = [
            exportText(resource, key, value, context),
            paperText(resource, record, key, context),
            fieldText(resource, record, key, textContext(context), 'alone'),
          ]
          // A word may read like its code, such as a name of a product; the three are then alike all the same.
          const isSaid =
            new Set(texts).size === 1 && KEYS.some(one => one.endsWith(`.${code}`) && say(one) === texts[0])
          return isSaid && !PLURAL.test(code) ? [] : [`${resource.name}.${key} ${code}: ${texts.join(' | ')}`]
        }),
      ),
    )
    expect(codes).toBeGreaterThan(400)
    expect(raw).toEqual([])
  })

  test('codes whose words only their module knows are said', () => {
    const said = (resource: string, key: string, value: unknown): string | null => {
      const served = world.served.find(one => one.resource.name === resource)
      return nameOfValue(served as ServedResource, recordOf({ [key]: value }), key, context) // found, else the test fails
    }
    const jobs = jobsOf(world.modules)
      .filter(isScheduled)
      .map(({ name }) => name)
    const kinds = world.modules.flatMap(module => module.messages ?? []).map(({ name }) => name)
    expect(jobs.length).toBeGreaterThan(5)
    expect(kinds.length).toBeGreaterThan(10)
    const texts = [
      ...jobs.map(name => [name, said('platform.schedule', 'name', name)] as const),
      ...kinds.map(name => [name, said('notifications.rule', 'kind', name)] as const),
      ...kinds.map(name => [name, said('notifications.delivery', 'kind', name)] as const),
      ...world.permissions.map(name => [name, said('identity.role', 'permissions', [name])] as const),
    ]
    expect(texts.filter(([, text]) => text === null || /\w\.\w+(?::|$)/.test(text))).toEqual([])
  })

  test('the head of a column names the unit of the screen', () => {
    for (const { resource } of world.served)
      for (const [key, of] of fieldsOf(resource)) {
        const unit = unitOfColumn(of)
        const word = say(`${resource.name}.${key}`)
        const head = unit === undefined ? word : `${word} (${unit})`
        expect(paperHeadOf(resource, key, say)).toBe(head)
        // Files have lengths of time as seconds, which add up, and name the zone of their moments.
        if (of.kind !== 'duration' && of.kind !== 'instant')
          expect(headOf(resource, key, 'Asia/Shanghai', say)).toBe(head)
      }
  })

  test('a field that is called otherwise for some records has a word for it', () => {
    const names = world.served.flatMap(({ resource }) =>
      Object.entries(resource.readings ?? {}).flatMap(([key, reading]) =>
        reading?.once ? [say(nameKeyOf(resource, key, { [reading.once.field]: 1 }))] : [],
      ),
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).not.toMatch(/\w\.\w/)
  })
})

test('a number in a file times its unit is the number on the screen', () => {
  const { translate } = world.server.words
  const context = { labels: {}, translate, language: 'zh' as const, zone: 'Asia/Shanghai' }
  let powers = 0
  for (const { resource } of world.served)
    for (const [key, of] of fieldsOf(resource)) {
      if (of.kind !== 'power') continue
      powers += 1
      expect(exportText(resource, key, 66_107, context)).toBe('66.107')
      expect(paperText(resource, recordOf({ [key]: 66_107 }), key, context)).toBe('66.11')
    }
  expect(powers).toBeGreaterThan(3)
})
