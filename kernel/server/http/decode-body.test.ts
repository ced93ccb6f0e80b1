import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { formBody } from '@wattyard/testing'
import { Refusal } from '../refusal.ts'
import { bodyText, decodeBody, decodePairs, formPairs, MAX_KEYS } from './decode-body.ts'
import { MAX_DEPTH } from '@wattyard/resource'
import { richTextSchema } from '@wattyard/resource/schema'
import { MAX_JSON_DEPTH, MAX_MEMBERS } from './limits.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

function refusalOf(run: () => unknown): Refusal {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was not refused')
}

function attempt(run: () => unknown): unknown {
  try {
    run()
    return 'decoded'
  } catch (error) {
    return error
  }
}

const form = (text: string) => decodeBody(FORM, text)

test('dotted and bracketed keys are the same path', () => {
  expect(form('a.b=1&a.c=2&rows[0].x=3&rows.1.x=4&flat=')).toEqual({
    a: { b: '1', c: '2' },
    rows: [{ x: '3' }, { x: '4' }],
    flat: '',
  })
})

test.each([
  ['duplicate', 'a=1&a=2'],
  ['duplicate', 'a.0=1&a[0]=2'],
  ['key', 'a=1&a.b=2'],
  ['key', '__proto__.x=1'],
  ['key', 'a.__proto__.x=1'],
  ['key', 'constructor.prototype.x=1'],
  ['key', 'a.prototype=1'],
  ['key', '%5F%5Fproto%5F%5F.x=1'],
  ['key', 'a..b=1'],
  ['key', '.a=1'],
  ['key', 'a.=1'],
  ['key', '=1'],
  ['depth', 'a.b.c.d.e.f.g=1'],
  ['index', 'a.1=x'],
  ['index', 'a.0=x&a.2=y'],
  ['index', 'a.00=x'],
  ['keys', Array.from({ length: MAX_KEYS + 1 }, (_, i) => `k${i}=1`).join('&')],
])('%s: %s', (reason, text) => {
  const refusal = refusalOf(() => form(text))
  expect(refusal).toMatchObject({ code: 'kernel.malformedBody', status: 400, params: { reason } })
})

test('brackets without a number are part of a name, so a role cannot be slipped in as a list', () => {
  expect(form('user.roles[]=admin')).toEqual({ user: { 'roles[]': 'admin' } })
  expect(form('a[1000]=x')).toEqual({ 'a[1000]': 'x' })
})

test('results stand on no prototype, however they are asked', () => {
  const decoded = form('toString=x&a.valueOf=y')
  expect(Object.getPrototypeOf(decoded)).toBe(null)
  expect(decoded).toEqual({ toString: 'x', a: { valueOf: 'y' } })
  expect('hasOwnProperty' in form('a=1')).toBe(false)
})

test('no keys whatever change Object.prototype, and only refusals are thrown', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).toSorted()
  const word = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', '0', '1', '', '999', '[0]', '[]', 'toString'),
    fc.string({ maxLength: 5 }),
  )
  const key = fc.array(word, { minLength: 1, maxLength: 8 }).map(parts => parts.join('.'))
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ maxLength: 5 })), { maxLength: 12 }), pairs => {
      const outcome = attempt(() => decodePairs(pairs))
      expect(outcome === 'decoded' || outcome instanceof Refusal, String(outcome)).toBe(true)
      expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(before)
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
})

test('what the contract’s client encodes comes back, for any nesting', () => {
  const key = fc
    .stringMatching(/^[a-zA-Z_$][a-zA-Z0-9_$-]{0,8}$/)
    .filter(text => !['__proto__', 'constructor', 'prototype'].includes(text))
  const { tree } = fc.letrec<{ tree: unknown; node: unknown }>(tie => ({
    tree: fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.string(),
      fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 3 }),
    ),
  }))
  fc.assert(
    fc.property(tree, value => {
      const body = formBody(value as Record<string, unknown>) // a tree is a record
      // Lone surrogates cannot be encoded; the browser replaces them, too.
      const wanted: unknown = JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
        typeof inner === 'string' ? inner.toWellFormed() : inner,
      )
      expect(JSON.parse(JSON.stringify(decodeBody(FORM, body)))).toEqual(wanted)
    }),
  )
})

test('JSON bodies are objects without forbidden keys, none too deep', () => {
  expect(decodeBody(JSON_TYPE, '{"a":[{"b":null}],"n":1.5}')).toEqual({ a: [{ b: null }], n: 1.5 })
  for (const [reason, text] of [
    ['json', '{'],
    ['json', '{"a":1}x'],
    ['object', '[]'],
    ['object', 'null'],
    ['object', '"a"'],
    ['key', '{"__proto__":{"x":1}}'],
    ['key', '{"a":[{"constructor":1}]}'],
    ['key', '{"\\u005f_proto__":1}'],
    ['depth', `${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1${'}'.repeat(MAX_JSON_DEPTH + 1)}`],
    ['duplicate', '{"amount":"1.00","amount":"100.00"}'],
    ['duplicate', '{"a":1,"\\u0061":1}'],
    ['duplicate', '{"rows":[{"b":":"},{"b":1,"c":"\\"","b":2}]}'],
  ] as const)
    expect(
      refusalOf(() => decodeBody(JSON_TYPE, text)),
      text,
    ).toMatchObject({ status: 400, params: { reason } })
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(refusalOf(() => decodeBody(JSON_TYPE, deep)).params).toEqual({ reason: 'depth' })
})

test('a link in the deepest list that a text with form may have can be sent', () => {
  let block: object = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: '/home' } }] }],
  }
  for (let depth = 0; depth < MAX_DEPTH; depth++)
    block = { type: depth % 2 ? 'bullet_list' : 'ordered_list', content: [{ type: 'list_item', content: [block] }] }
  const body = { type: 'doc', content: [block] }
  expect(richTextSchema.parse(body)).toEqual(body)
  expect(decodeBody(JSON_TYPE, JSON.stringify({ body }))).toEqual({ body })
})

test('members and entries are counted while they are read: a body of too many is refused before anything is made of it', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
  expect(Object.keys(decodeBody(JSON_TYPE, members(MAX_MEMBERS)))).toHaveLength(MAX_MEMBERS)
  const entries = (count: number) => `{"a":[${Array.from({ length: count }, () => '[]').join(',')}]}`
  expect(decodeBody(JSON_TYPE, entries(MAX_MEMBERS)).a).toHaveLength(MAX_MEMBERS)
  expect(decodeBody(JSON_TYPE, entries(3 * MAX_MEMBERS), 3 * MAX_MEMBERS).a).toHaveLength(3 * MAX_MEMBERS)
  const parse = vi.spyOn(JSON, 'parse')
  for (const text of [members(MAX_MEMBERS + 1), entries(MAX_MEMBERS + 1), `{"a":[${'1,'.repeat(MAX_MEMBERS)}`])
    expect(refusalOf(() => decodeBody(JSON_TYPE, text)).params).toEqual({ reason: 'keys' })
  expect(refusalOf(() => decodeBody(JSON_TYPE, `{"a":${'['.repeat(MAX_JSON_DEPTH)}`)).params).toEqual({
    reason: 'depth',
  })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})

test('what a form costs is settled by its pairs, before they are split', () => {
  const text = 'a&'.repeat(4_000_000)
  const before = process.cpuUsage()
  expect(refusalOf(() => form(text)).params).toEqual({ reason: 'keys' })
  // Of the processor: other test files run beside this one.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50)
})

test('colons and quotes inside of texts are no members', () => {
  const value = { 'a:"b': ':', '\\': '\\":', list: [':', { c: '\\\\' }], time: '10:00' }
  expect(decodeBody(JSON_TYPE, JSON.stringify(value))).toEqual(value)
  expect(decodeBody(JSON_TYPE, ' { "a" : { "b" : [ ] } } ')).toEqual({ a: { b: [] } })
})

test('bytes and percent sequences that are no UTF-8 are refused, not replaced', () => {
  expect(bodyText(Buffer.from('{"a":"桩\ufffd"}'))).toBe('{"a":"桩\ufffd"}')
  for (const bytes of [[0xff], [0xe6, 0xa1], [0xc0, 0x80], [0xed, 0xa0, 0x80]])
    expect(refusalOf(() => bodyText(Buffer.from(bytes))).params).toEqual({ reason: 'encoding' })
  for (const text of ['a=%FF', 'a=%E6%A1', '%C0%80=1', 'a=\ufffd&b=%FF', 'a=%EF%BF%BD%FF'])
    expect(refusalOf(() => form(text)).params, text).toEqual({ reason: 'encoding' })
  // A replacement character that was really sent, and a lone percent sign, are what they are.
  expect([...formPairs('a=%ef%bf%bd&b=\ufffd&c=100%&d=%E6%A1%A9')]).toEqual([
    ['a', '\ufffd'],
    ['b', '\ufffd'],
    ['c', '100%'],
    ['d', '桩'],
  ])
})

test.each([
  'application/json\t; charset=utf-8',
  'application/json\ta',
  ' application/json',
  'application/json ',
  'application/json a',
  'application/json,text/plain',
  'application/json; charset=utf-16',
  'application/jsonp',
  'application/vnd.api+json',
  'ApplicaTion/Json',
  'text/plain',
  'text/plain; application/json',
  'multipart/form-data; boundary=x',
  '',
  undefined,
])('content type %j is no way past the check', type => {
  expect(refusalOf(() => decodeBody(type, '{"a":1}'))).toMatchObject({ code: 'kernel.unsupportedType', status: 415 })
})

test('the two types that are spoken, with and without their charset', () => {
  for (const charset of ['', '; charset=utf-8', ';charset=utf-8', '; charset=UTF-8']) {
    expect(decodeBody(`${JSON_TYPE}${charset}`, '{"a":1}')).toEqual({ a: 1 })
    expect(decodeBody(`${FORM}${charset}`, 'a=1')).toEqual({ a: '1' })
  }
  expect(decodeBody('text/plain', '')).toEqual({})
})
