import { expect, test } from 'vitest'
import { defineResource } from '../define-resource.ts'
import { field } from '../field.ts'
import { consoleRegistration, type PageStations, pageRulesOf, registerModule } from './module-registry.ts'

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
      '/device/station': { file: 'lamp-page.tsx', stations: 'notNarrowed', words: ['assets'], notFor: ['guest'] },
      '/home': { file: 'home-page.tsx', stations: 'narrowed', everybody: true },
      '/console/log': { file: 'log-page.tsx', stations: 'byPart', anyOf: ['probe.log:read'] },
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
      '/device/station': { file: 'lamp-page.tsx', words: ['assets'], stations: 'notNarrowed' },
      '/home': { file: 'home-page.tsx', words: [], stations: 'narrowed' },
      '/console/log': { file: 'log-page.tsx', words: [], stations: 'byPart' },
    },
    resources: { 'probe.lamp': 'device/station' },
  })
})

test('mistakes are refused at start', () => {
  const page = { file: 'x-page.tsx', stations: 'notNarrowed' } as const
  expect(() => registerModule({ name: 'probe', pages: { '/home': page } })).toThrow('say anyOf or everybody')
  expect(() =>
    registerModule({ name: 'probe', pages: { '/home': { ...page, everybody: true, anyOf: ['a.b:read'] } } }),
  ).toThrow('for everybody and for some')
  const strange = { '/device/nowhere': { ...page, everybody: true } } as object
  expect(() => registerModule({ name: 'probe', pages: strange })).toThrow('no route of the contract')
  expect(() => registerModule({ name: 'other', resources: [lamp] })).toThrow('not a resource of other')
  expect(() => registerModule({ name: 'probe', resources: [lamp], others: [lamp] })).toThrow('registered twice')
})

test('the page of a list says of stations what the list does', () => {
  const page = (stations: PageStations) => ({ '/device/station': { file: 'x-page.tsx', stations } })
  const placed = defineResource({
    ...lamp,
    scope: { operator: 'operator', station: 'station' },
    fields: { ...lamp.fields, operator: field.ref('probe.office'), station: field.ref('probe.place') },
    commands: {},
  })
  expect(() => registerModule({ name: 'probe', resources: [placed], pages: page('notNarrowed') })).toThrow('follows')
  expect(() => registerModule({ name: 'probe', resources: [lamp], pages: page('narrowed') })).toThrow('does not follow')
  expect(registerModule({ name: 'probe', resources: [placed], pages: page('narrowed') }).name).toBe('probe')
  const exempt = defineResource({ ...placed, stations: 'notNarrowed' })
  expect(registerModule({ name: 'probe', resources: [exempt], pages: page('notNarrowed') }).name).toBe('probe')
  expect(() => defineResource({ ...lamp, commands: {}, stations: 'notNarrowed' })).toThrow('no station narrows it')
})

// @ts-expect-error -- a page that does not say how it relates to stations
const silent: Parameters<typeof registerModule>[0]['pages'] = { '/home': { file: 'home-page.tsx', everybody: true } }

test('a page that says nothing of stations does not compile', () => {
  expect(silent).toBeDefined()
})
