import { expect, test } from 'vitest'
import { actionWord, changesOf, fieldName, resourceWord, valueText } from './log-words.ts'

const WORDS: Record<string, string> = {
  'assets.pile.noun': 'Cargador',
  'assets.pile.status': 'Estado',
  'assets.pile.statusValue.open': 'Abierto',
  'assets.pile.move': 'Trasladar',
  'assets.pile.moveInput.to': 'Destino',
  'kit.did.update': 'Cambiado',
  'kit.yes': 'Sí',
  'platform.audit.did.export': 'Exportado',
  'platform.audit.result': 'Resultado',
  'platform.audit.resultValue.locked': 'Bloqueada',
}
const words = { t: (key: string) => WORDS[key] ?? `?${key}`, has: (key: string) => key in WORDS }

test('kinds, deeds, fields and values have their words, and stand for themselves where there is none', () => {
  expect(resourceWord(words, 'assets.pile')).toBe('Cargador')
  expect(resourceWord(words, 'assets.gone')).toBe('assets.gone')
  expect(['update', 'export', 'move', 'fly'].map(action => actionWord(words, 'assets.pile', action))).toEqual([
    'Cambiado',
    'Exportado',
    'Trasladar',
    'fly',
  ])
  expect(fieldName(words, 'assets.pile', 'update', 'status')).toBe('Estado')
  expect(fieldName(words, 'assets.pile', 'move', 'to')).toBe('Destino')
  expect(fieldName(words, 'assets.pile', 'update', 'to')).toBe('to')
  expect(valueText(words, 'assets.pile', 'update', 'status', 'open')).toBe('Abierto')
  expect(valueText(words, 'assets.pile', 'update', 'status', 'odd')).toBe('odd')
  expect(valueText(words, 'identity.session', 'sign-in-failed', 'result', 'locked')).toBe('Bloqueada')
  expect(valueText(words, 'assets.pile', 'update', 'public', true)).toBe('Sí')
  expect(valueText(words, 'assets.pile', 'update', 'tags', ['a'])).toBe('["a"]')
  expect(valueText(words, 'assets.pile', 'update', 'note', null)).toBe('')
})

test('a change shows both sides, also of fields that only one side has', () => {
  expect(changesOf({ before: { a: 1, b: 2 }, after: { b: 3, c: 4 } })).toEqual([
    { field: 'a', before: 1, after: undefined },
    { field: 'b', before: 2, after: 3 },
    { field: 'c', before: undefined, after: 4 },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})
