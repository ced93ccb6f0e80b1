import { field } from '@wattyard/resource'
import { expect, test } from 'vitest'
import own from '../../locales/en.json' with { type: 'json' }
import { actionWord, changesOf, fieldName, joinContext, recordName, resourceWord, valueText } from './log-words.ts'

const WORDS: Record<string, string> = {
  'assets.pile.noun': 'Cargador',
  'assets.pile.status': 'Estado',
  'assets.pile.statusValue.open': 'Abierto',
  'assets.pile.move': 'Trasladar',
  'assets.pile.moveInput.to': 'Destino',
  'platform.audit.did.update': 'Cambiado',
  'shared.yes': 'Sí',
  'platform.audit.did.export': 'Exportado',
  'platform.audit.did.verify': 'Segundo factor verificado',
  'platform.backup.verify': 'Verificar ahora',
  'platform.job.backup': 'Copia de todo el sistema',
  'platform.audit.result': 'Resultado',
  'platform.audit.resultValue.locked': 'Bloqueada',
}
const words = {
  t: (key: string) => WORDS[key] ?? `?${key}`,
  has: (key: string) => key in WORDS,
  language: 'es' as const,
  zone: 'UTC',
  labels: {},
}
const told = joinContext([
  { fields: { 'assets.pile': { power: field.power() } }, labels: { 'assets.station': { a: 'Norte' } } },
  { fields: { 'assets.pile/pay': { sum: field.money() } }, labels: { 'assets.station': { b: 'Sur' } } },
])
const pile = (action: string) => ({ resource: 'assets.pile', action })

test('actions are named as commands are, so that a column has one form; outcomes say what happened', () => {
  const { did } = own.platform.audit
  const past = Object.entries(did).filter(([, word]) => /^\w+ed\b/.test(word))
  expect(past).toEqual([])
  expect(did['sign-in-failed']).toBe('Sign-in failed')
})

test('kinds, actions, fields and values have their words, or else are shown as they are', () => {
  expect(resourceWord(words, 'assets.pile')).toBe('Cargador')
  expect(resourceWord(words, 'assets.gone')).toBe('assets.gone')
  expect(['update', 'export', 'move', 'fly'].map(action => actionWord(words, 'assets.pile', action))).toEqual([
    'Cambiado',
    'Exportado',
    'Trasladar',
    'fly',
  ])
  expect(fieldName(words, pile('update'), 'status')).toBe('Estado')
  expect(fieldName(words, pile('move'), 'to')).toBe('Destino')
  expect(fieldName(words, pile('update'), 'to')).toBe('to')
  expect(valueText(words, told, pile('update'), 'status', 'open')).toBe('Abierto')
  expect(valueText(words, told, pile('update'), 'status', 'odd')).toBe('odd')
  expect(valueText(words, told, { resource: 'identity.session', action: 'sign-in-failed' }, 'result', 'locked')).toBe(
    'Bloqueada',
  )
  expect(valueText(words, told, pile('update'), 'public', true)).toBe('Sí')
  expect(valueText(words, told, pile('update'), 'tags', ['a'])).toBe('["a"]')
  expect(valueText(words, told, pile('update'), 'note', null)).toBe('')
})

test('a command is not called by the deed of signing in that has its name; jobs have their words', () => {
  expect(['platform.backup', 'identity.session'].map(of => actionWord(words, of, 'verify'))).toEqual([
    'Verificar ahora',
    'Segundo factor verificado',
  ])
  const jobs = joinContext([{ fields: {}, labels: { 'platform.schedule': { a: 'platform.backup', b: 'odd.job' } } }])
  const job = (recordId: string) =>
    recordName(words, jobs, { resource: 'platform.schedule', recordId, named: undefined })
  expect(['a', 'b'].map(job)).toEqual(['Copia de todo el sistema', 'odd.job'])
})

test('a change shows both sides, also of fields that only one side has', () => {
  expect(changesOf({ before: { a: 1, b: 2 }, after: { b: 3, c: 4 } })).toEqual([
    { field: 'a', before: 1, after: undefined },
    { field: 'b', before: 2, after: 3 },
    { field: 'c', before: undefined, after: 4 },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('values of fields that the server has told of have their unit; pages add up', () => {
  expect(valueText(words, told, pile('update'), 'power', 120_000)).toBe('120,00 kW')
  expect(valueText(words, told, pile('pay'), 'sum', '12.50')).toBe('¥12,50')
  const asked = { ...pile('askApproval'), after: { command: 'pay', sum: '12.50' } }
  expect(valueText(words, told, asked, 'sum', '12.50')).toBe('¥12,50')
  expect(told.labels).toEqual({ 'assets.station': { a: 'Norte', b: 'Sur' } })
})

test('a record has the name that the page tells, a rule that of its message, and a closing its day', () => {
  const rules = {
    fields: {},
    labels: { 'x.rule': { r: 'assets.pileFault', s: 'assets.noSuch' }, 'x.thing': { t: 't' } },
  }
  const known = { ...words, t: () => 'Avería', has: (key: string) => key === 'assets.message.pileFault.name' }
  const nameOf = (resource: string, recordId: string, named?: string) =>
    recordName(known, joinContext([told, rules]), { resource, recordId, named })
  expect(nameOf('assets.station', 'a')).toBe('Norte')
  expect(nameOf('x.rule', 'r')).toBe('Avería')
  expect(nameOf('finance.dayClose', '', '2026-07-01')).toBe('2026-07-01')
  // Without a name, or with one that says no more than the id or a key.
  expect([nameOf('assets.station', 'z'), nameOf('x.rule', 's'), nameOf('x.thing', 't'), nameOf('x.thing', '')]).toEqual(
    [null, null, null, null],
  )
})

test('a request for approval has the words of the command that it asks for', () => {
  const request = { resource: 'platform.approval', action: 'create', after: { command: 'assets.pile:pay', to: 'x' } }
  const moved = { ...request, after: { command: 'assets.pile:move', to: 'x' } }
  expect(fieldName(words, moved, 'to')).toBe('Destino')
  expect(valueText(words, told, moved, 'command', 'assets.pile:move')).toBe('Trasladar')
  expect(valueText(words, told, request, 'sum', '12.50')).toBe('¥12,50')
})

test('a command on the whole resource is named by the records that it was given', () => {
  const page = joinContext([
    {
      fields: { 'x.order/reset': { piles: field.refs('x.pile', { max: 9 }), mode: field.text({ max: 9 }) } },
      labels: { 'x.pile': { a: 'SZ1', b: 'SZ2', c: 'SZ3', d: 'SZ4' } },
    },
  ])
  const nameOf = (piles: string[]) =>
    recordName(words, page, { resource: 'x.order', recordId: '', action: 'reset', after: { piles, mode: 'soft' } })
  expect(nameOf(['a', 'b'])).toBe('SZ1, SZ2')
  expect(nameOf(['a', 'b', 'c', 'd'])).toBe('SZ1, SZ2, SZ3 …')
  expect(nameOf(['gone'])).toBeNull()
})

test('a page that was asked for is called as in the menu', () => {
  const withRoute = { ...words, t: (key: string) => (key === 'route./console/employee' ? 'Personal' : key) }
  const context = { ...withRoute, has: (key: string) => key === 'route./console/employee' }
  const deed = { resource: 'identity.user', action: 'ask-page', after: { page: '/console/employee' } }
  expect(valueText(context, told, deed, 'page', '/console/employee')).toBe('Personal')
  expect(valueText(context, told, deed, 'page', '/gone')).toBe('/gone')
})
