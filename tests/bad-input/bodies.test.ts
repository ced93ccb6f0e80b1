import { LANGUAGES, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformanceWorld } from '../architecture/conformance/world.ts'
import { IS_PUBLISHED_HERE, jsonCases, publishedJson } from './corpus.ts'

const cases = jsonCases()
const world = await conformanceWorld()
afterAll(() => world.close())

const as = callerWith({ tenantId: newId() })
// Makes the test's authenticator know the caller.
beforeAll(() => world.server.call(PATH, {}, { as }))
const PATH = '/api/sys/user/list'

interface Raw {
  status: number
  code: string
  msg: string
  success: boolean
  data: unknown
}

/** A body as it is, under any content type. */
async function post(payload: Buffer | string, contentType: string | undefined, language = 'zh'): Promise<Raw> {
  const response = await world.server.app.fastify.inject({
    method: 'POST',
    url: `/chg${PATH}?token=${as.sessionId}`,
    headers: { ...(contentType === undefined ? {} : { 'content-type': contentType }), 'accept-language': language },
    payload,
  })
  return { status: response.statusCode, ...(JSON.parse(response.body) as Omit<Raw, 'status'>) } // every answer is an envelope
}

const say = (language: (typeof LANGUAGES)[number], reason: string) =>
  world.server.words.translate(language, `kernel.error.malformedBodyBecause.${reason}`)

test.skipIf(!IS_PUBLISHED_HERE)('the published suite is whole', () => {
  const published = publishedJson()
  const count = (rule: string) => published.filter(one => one.rule === rule).length
  expect({ must: count('must'), never: count('never'), either: count('either') }).toEqual({
    must: 95,
    never: 188,
    either: 35,
  })
})

/** Documents of a rule with a language each. An empty body is no body: the request has no input. */
const withLanguages = (rule: string) =>
  cases
    .filter(one => one.rule === rule && one.bytes.length > 0)
    .map((one, i) => [one.name, one.bytes, LANGUAGES[i % LANGUAGES.length] ?? 'zh'] as const)

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)

/** A refusal to read, said in this language, for one of the reasons. */
const unreadable = (answer: Raw, language: (typeof LANGUAGES)[number], ...reasons: string[]) => {
  expect(answer).toMatchObject({ status: 400, success: false, code: 'kernel.malformedBody', data: null })
  expect(reasons.map(reason => say(language, reason))).toContain(answer.msg)
}

describe('JSON documents as request bodies', () => {
  test.each(withLanguages('never'))('%s is refused in the caller’s language', async (_name, bytes, language) => {
    const answer = await post(bytes, 'application/json', language)
    expect(answer.success).toBe(false)
    // Levels are counted before anything is made of them.
    const isDeep = /[[{]{13}/.test(bytes.toString('utf8').replaceAll(/\s|"[^"]*":/g, ''))
    unreadable(answer, language, isUtf8(bytes) ? (isDeep ? 'depth' : 'json') : 'encoding')
  })

  test.each(withLanguages('must'))('%s is read', async (_name, bytes, language) => {
    const answer = await post(bytes, 'application/json', language)
    const text = bytes.toString('utf8')
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) return unreadable(answer, language, 'object')
    if (Object.keys(value).length === 0) return expect(answer.success).toBe(true)
    // JSON allows equal keys; we do not, since two readers may read two things.
    if (/duplicated_key/.test(_name)) return unreadable(answer, language, 'duplicate')
    // Read, and its keys are nothing a list knows: each is named.
    expect(answer).toMatchObject({ status: 200, success: false, code: 'kernel.invalid' })
    const { fields } = answer.data as { fields: Record<string, string> } // of a refusal that names fields
    // A key without letters has no name of its own.
    expect(Object.keys(fields).toSorted()).toEqual(
      Object.keys(value)
        .map(key => key || '*')
        .toSorted(),
    )
    expect(new Set(Object.values(fields))).toEqual(
      new Set([world.server.words.translate(language, 'kernel.field.unknown')]),
    )
  })

  test.each(withLanguages('either'))('%s does no harm', async (_name, bytes, language) => {
    const answer = await post(bytes, 'application/json', language)
    expect(answer.success).toBe(false)
    expect(answer.msg).not.toBe('')
    if (!isUtf8(bytes)) unreadable(answer, language, 'encoding')
    else if (answer.code !== 'kernel.invalid')
      unreadable(answer, language, 'json', 'object', 'duplicate', 'depth', 'key')
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe('form bodies', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const many = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=1`).join('&')

  test.each([
    ['__proto__', '__proto__.admin=1', 'key'],
    ['a nested __proto__', 'filter.__proto__.polluted=1', 'key'],
    ['constructor', 'constructor.prototype.x=1', 'key'],
    ['prototype, encoded', 'a.%70rototype=1', 'key'],
    ['seven levels', 'a.b.c.d.e.f.g=1', 'depth'],
    ['a duplicate', 'page=1&page=2', 'duplicate'],
    ['a duplicate in other words', 'rows[0]=1&rows.0=2', 'duplicate'],
    ['501 keys', many(501), 'keys'],
    ['an empty segment', 'a..b=1', 'key'],
    ['a key of 101 letters', `${'k'.repeat(101)}=1`, 'key'],
    ['a text that is an object, too', 'a=1&a.b=2', 'key'],
    ['a list with a hole', 'rows[0]=1&rows[2]=1', 'index'],
    ['a broken escape', '%E0%A4%A=1', 'encoding'],
    ['bytes that are no UTF-8', 'q=%FF', 'encoding'],
  ])('%s is refused', async (_what, body, reason) => {
    for (const language of LANGUAGES)
      expect(await post(body, FORM, language)).toMatchObject({
        status: 400,
        code: 'kernel.malformedBody',
        msg: say(language, reason),
      })
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    ['index 1000', 'rows[1000]=1'],
    ['a negative index', 'rows[-1]=1'],
    ['500 keys', many(500)],
    ['a role in brackets', 'roles[]=admin'],
    ['U+0000', 'q%00=1'],
    ['__proto__ in brackets', 'filter[__proto__][x]=1'],
  ])('%s is a name nobody knows', async (_what, body) => {
    const answer = await post(body, FORM)
    expect(answer).toMatchObject({ success: false, code: 'kernel.invalid' })
    const { fields } = answer.data as { fields: Record<string, string> } // as above
    // Fifty are told.
    expect(Object.keys(fields).toSorted()).toEqual([...new URLSearchParams(body).keys()].slice(0, 50).toSorted())
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('a body over the limit is refused as one', async () => {
    expect(await post(`q=${'x'.repeat(1_100_000)}`, FORM)).toMatchObject({ status: 413, code: 'kernel.tooLarge' })
  })
})

describe('content types', () => {
  // What has let bodies past schemas before: Fastify's advisories on tabs, blanks, case and parameters.
  test.each([
    ['a tab before the parameters', 'application/json\t; charset=utf-8'],
    ['a tab behind', 'application/json\ta'],
    ['a blank in front', ' application/json x'],
    ['trailing words', 'application/jsonx'],
    ['a trailing parameter', 'application/json; charset=utf-8; x=y'],
    ['a trailing semicolon', 'application/json;'],
    ['another case', 'Application/JSON'],
    ['two types', 'application/json, text/plain'],
    ['two types, the other first', 'text/plain, application/json'],
    ['another charset', 'application/json; charset=utf-16'],
    ['a relative of JSON', 'application/vnd.api+json'],
    ['plain text', 'text/plain'],
    ['XML', 'application/xml'],
    ['a multipart form', 'multipart/form-data; boundary=x'],
  ])('%s is another type', async (_what, contentType) => {
    const answer = await post('{"page":1}', contentType, 'en')
    expect(answer).toMatchObject({ status: 415, success: false, code: 'kernel.unsupportedType' })
    expect(answer.msg).toBe(world.server.words.translate('en', 'kernel.error.unsupportedType'))
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'])(
    '%s is spoken',
    async contentType => {
      expect((await post('{"page":1}', contentType)).success).toBe(true)
    },
  )

  test('a body without a type is refused', async () => {
    expect((await post('{"page":1}', undefined)).status).toBeGreaterThanOrEqual(400)
  })
})
