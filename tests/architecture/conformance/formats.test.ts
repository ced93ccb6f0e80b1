import { type Field, writableFields } from '@wattyard/resource'
import { kindOf } from '@wattyard/resource/schema'
import { fieldMessages } from '@wattyard/server-kit'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readTexts } from '../locale-texts.ts'
import { conformanceWorld } from './world.ts'

/*
 * A text that breaks a format is answered with the rule. "Invalid format" and "wrong type" leave the person guessing.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

const ODD_TEXTS = ['a b', '-', '😀', '1e3', 'x@', '12345', 'yesterday', 'ftp://x', '王 小😀明', '<b>']
const BARE = new Set(['kernel.field.badFormat', 'kernel.field.wrongType'])
const LOCALES = ['zh', 'en', 'es'].map(language => readTexts('kernel/server/locales', language))

/** Keys of the messages that a schema answers to the odd texts, with the text. */
function answersOf(schema: z.ZodType): [text: string, key: string][] {
  return ODD_TEXTS.flatMap(text => {
    const { error } = schema.safeParse(text, { reportInput: true })
    return error ? Object.values(fieldMessages(error)).map(({ key }): [string, string] => [text, key]) : []
  })
}

/** All fields that people type: of forms and of commands. */
const typed = world.served.flatMap(({ resource }): [name: string, of: Field][] => [
  ...(resource.writes === 'crud'
    ? writableFields(resource, 'create').map(([key, of]): [string, Field] => [`${resource.name}.${key}`, of])
    : []),
  ...Object.entries(resource.commands).flatMap(([command, { input = {} }]) =>
    Object.entries<Field>(input).map(([key, of]): [string, Field] => [`${resource.name} ${command}.${key}`, of]),
  ),
])

test('every field of every definition answers with its rule', () => {
  const answers = typed.flatMap(([name, of]) =>
    answersOf(kindOf(of).schema(of)).map(([text, key]) => ({ name, kind: of.kind, text, key })),
  )
  expect(answers.filter(({ key }) => BARE.has(key)).map(({ name, text, key }) => `${name} = ${text}: ${key}`)).toEqual(
    [],
  )
  const unsaid = new Set(answers.map(({ key }) => key.replace('kernel.field.', '')))
  expect([...unsaid].filter(word => LOCALES.some(words => !words.has(`kernel.field.${word}`)))).toEqual([])
  const kinds = new Set(answers.map(({ kind }) => kind))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['code', 'phone', 'email', 'url', 'instant', 'geoPoint', 'integer']),
  )
  console.log(`formats: ${typed.length} fields of ${kinds.size} kinds answer with a rule`)
})

/** Inputs that no person types: cursors, marks and names that pages send. */
const SENT_BY_PAGES: readonly string[] = [
  '/servlet/validateCodeServlet uuid',
  '/api/security/checkcode uuid',
  '/api/platform/view/save page',
  '/api/msg/list after',
]

test('every input of every call answers with its rule', () => {
  const inputs = world.server.app
    .routes()
    .flatMap(({ path, input }) =>
      input instanceof z.ZodObject
        ? Object.entries<z.ZodType>(input.shape).map(([key, schema]): [string, z.ZodType] => [`${path} ${key}`, schema])
        : [],
    )
  const bare = inputs.filter(([, schema]) => answersOf(schema).some(([, key]) => key === 'kernel.field.badFormat'))
  expect(inputs.length).toBeGreaterThan(200)
  expect(bare.map(([name]) => name).filter(name => !SENT_BY_PAGES.includes(name))).toEqual([])
  expect(SENT_BY_PAGES.filter(one => !bare.some(([name]) => name === one))).toEqual([])
})
