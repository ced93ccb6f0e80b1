import { expect, test } from 'vitest'
import { defineResource } from '../define-resource.ts'
import { field } from '../field.ts'
import { consoleRegistration, pageRulesOf, registerModule } from './module-registry.ts'

const lamp = defineResource({
  name: 'probe.lamp',
  path: 'device/station',
  scope: 'shared',
  writes: 'crud',
  fields: { code: field.code() },
  list: { columns: ['code'], filters: [], sort: 'code' },
  form: [['code']],
  label: 'code',
})

test('a page opens to readers of the resource of its path unless it says otherwise', () => {
  const registry = registerModule({
    name: 'probe',
    resources: [lamp],
    pages: {
      '/device/station': { file: 'lamp-page.tsx', words: ['assets'], notFor: ['guest'] },
      '/home': { file: 'home-page.tsx', everybody: true },
      '/console/log': { file: 'log-page.tsx', anyOf: ['probe.log:read'] },
    },
  })
  expect(pageRulesOf(registry)).toEqual({
    '/device/station': { anyOf: ['probe.lamp:read'], notFor: ['guest'] },
    '/home': {},
    '/console/log': { anyOf: ['probe.log:read'] },
  })
  expect(consoleRegistration(registry)).toEqual({
    name: 'probe',
    pages: {
      '/device/station': { file: 'lamp-page.tsx', words: ['assets'] },
      '/home': { file: 'home-page.tsx', words: [] },
      '/console/log': { file: 'log-page.tsx', words: [] },
    },
    resources: { 'probe.lamp': 'device/station' },
  })
})

test('mistakes are refused at start', () => {
  const page = { file: 'x-page.tsx' }
  expect(() => registerModule({ name: 'probe', pages: { '/home': page } })).toThrow('say anyOf or everybody')
  expect(() =>
    registerModule({ name: 'probe', pages: { '/home': { ...page, everybody: true, anyOf: ['a.b:read'] } } }),
  ).toThrow('for everybody and for some')
  const strange = { '/device/nowhere': { ...page, everybody: true } } as object
  expect(() => registerModule({ name: 'probe', pages: strange })).toThrow('no route of the contract')
  expect(() => registerModule({ name: 'other', resources: [lamp] })).toThrow('not a resource of other')
  expect(() => registerModule({ name: 'probe', resources: [lamp], others: [lamp] })).toThrow('registered twice')
})
