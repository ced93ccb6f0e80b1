import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LoggedError, MAX_ERRORS, reportOf, withError } from './error-list.ts'
import { scrub } from './scrub.ts'

const failure = {
  kind: 'call',
  message: 'm',
  info: 'GET /chg/api/x/list',
  address: '/device/station?token=abc',
  stack: '',
  requestId: '01J8',
  status: 500,
} as const

test('the log keeps 200 entries, drops the oldest, and counts a repeated failure as one entry', () => {
  let list: readonly LoggedError[] = []
  for (let i = 0; i < 250; i += 1) list = withError(list, { ...failure, message: `m${i}` }, i)
  expect([list.length, list[0]?.message, list.at(-1)?.message]).toEqual([MAX_ERRORS, 'm50', 'm249'])
  list = withError(list, { ...failure, message: 'm249', requestId: '01J9' }, 300)
  expect(list.length).toBe(MAX_ERRORS)
  expect(list.at(-1)).toMatchObject({ times: 2, at: 300, requestId: '01J9' })
  expect(new Set(list.map(one => one.id)).size).toBe(list.length)
})

test('the report states error, place, call and request id, without a query', () => {
  const report = reportOf(withError([], failure, 0), 'Wattyard')
  expect(report).toBe(
    'Wattyard\n\n1970-01-01T00:00:00.000Z call: m\n/device/station | GET /chg/api/x/list | HTTP 500 | id 01J8',
  )
})

test.each([
  ['failed at https://h/jkweb/device/station?token=abc&q=li#x', 'failed at https://h/jkweb/device/station?…'],
  ['GET /chg/api/a/get?id=7 failed', 'GET /chg/api/a/get?… failed'],
  ['Unexpected token in {"password":"p","a":{"phone":"1"}}', 'Unexpected token in …'],
  ['body name=li&password=x', 'body …'],
  ['token=abc', 'token=…'],
  ['eyJhbGciOi.eyJzdWIi.c2ln here', '… here'],
  ['call 13812345678 or li@example.com', 'call … or …'],
  ['0123456789abcdef0123456789abcdef', '…'],
  ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading 'name')"],
  ['at Page (https://h/jkweb/assets/page-D4x_1.js:1:22)', 'at Page (https://h/jkweb/assets/page-D4x_1.js:1:22)'],
])('%s', (dirty, clean) => expect(scrub(dirty)).toBe(clean))

test('a secret in a query, a form, a header or a body never stays, and scrubbing twice changes nothing', () => {
  const secret = fc.stringMatching(/^[a-z0-9]{8,40}$/)
  fc.assert(
    fc.property(secret, word => {
      for (const text of [
        `https://h/a?token=${word}`,
        `/a/b?q=${word}&x=1`,
        `{"token":"${word}"}`,
        `{"a":{"b":["${word}"]}}`,
        `a=1&password=${word}`,
        `Authorization: Bearer ${word}`,
        `password: ${word}`,
      ]) {
        expect(scrub(text)).not.toContain(word)
        expect(scrub(scrub(text))).toBe(scrub(text))
      }
    }),
  )
})
