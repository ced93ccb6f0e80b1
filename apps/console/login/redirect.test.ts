import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginAddress, redirectTarget } from './redirect.ts'

test('the full address including the query is restored', () => {
  const from = { pathname: '/device/station', search: '?f.status=open', hash: '' }
  const asked = new URL(loginAddress(from), 'http://x').searchParams.get('redirect')
  expect(redirectTarget(asked)).toBe('/device/station?f.status=open')
  expect(loginAddress({ pathname: '/', search: '', hash: '' })).toBe('/login')
})

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/login?redirect=/login',
  '/redirect/x',
  'device',
])('%s leads to the start page', asked => {
  expect(redirectTarget(asked)).toBe('/')
})

test('no address leaves the console', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.webPath()), asked => {
      const target = redirectTarget(asked)
      expect(new URL(target, 'http://here.invalid').host).toBe('here.invalid')
    }),
  )
})

test('dot segments that leave two leading slashes do not lead to another host', () => {
  for (const asked of ['/.//', '/.//evil.example', '/..//evil.example/x', '/a/..//evil.example', '/%2e//evil.example'])
    expect(redirectTarget(asked), asked).toBe('/')
})
