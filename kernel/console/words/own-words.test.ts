import { defineDictionary, field, NO_WORDING, type Wording } from '@wattyard/resource'
import { afterEach, expect, test } from 'vitest'
import { changeLanguage, needWords, registerWords, translate, shippedWord, startWords } from './words.ts'
import { allValues, offeredValues, ownText, setWording, watchWording } from './own-words.ts'
import { colourOf, hasColour, toneOf } from './tone.ts'

const STATE = 'probe.lamp.state'
const COLOURS = defineDictionary('probe.colour', ['red', 'green'])
const wording: Wording = {
  words: { [`${STATE}Value.open`]: { zh: '营业中 {{name}}' }, 'probe.title': { es: 'Título' } },
  entries: {
    [STATE]: { open: { colour: 'bad', place: 1 }, charging: { place: 0 } },
    'probe.colour': { red: { off: true }, blue: { own: true, colour: '#3355aa' } },
  },
  menu: [],
}
afterEach(() => setWording(NO_WORDING))

test('the tenant’s words override the product’s in the languages they have, and are not templates', async () => {
  registerWords('probe', {
    zh: async () => ({ default: { [`${STATE}Value.open`]: '开', 'probe.title': '标题' } }),
    en: async () => ({ default: { [`${STATE}Value.open`]: 'Open', 'probe.title': 'Title' } }),
    es: async () => ({ default: { [`${STATE}Value.open`]: 'Abierta', 'probe.title': 'Rótulo' } }),
  })
  await startWords()
  await needWords('probe')
  setWording(wording)
  expect(translate(`${STATE}Value.open`, { name: 'x' })).toBe('营业中 {{name}}')
  expect([translate('probe.title'), shippedWord(`${STATE}Value.open`, 'zh')]).toEqual(['标题', '开'])
  await changeLanguage('es')
  expect([translate(`${STATE}Value.open`), translate('probe.title')]).toEqual(['Abierta', 'Título'])
  setWording(NO_WORDING)
  expect(translate('probe.title')).toBe('Rótulo')
  await changeLanguage('zh')
})

test('subscribers are notified once per change of wording', () => {
  let heard = 0
  const stop = watchWording(() => heard++)
  setWording(wording)
  setWording(structuredClone(wording))
  expect(heard).toBe(1)
  stop()
  setWording(NO_WORDING)
  expect(heard).toBe(1)
})

test('values in the tenant’s order; what is off is not offered, but stays where it is held', () => {
  const state = field.oneOf(['open', 'charging', 'shut'])
  const choice = field.choice(COLOURS)
  expect(allValues(state, STATE)).toEqual(['open', 'charging', 'shut'])
  setWording(wording)
  expect(allValues(state, STATE)).toEqual(['charging', 'open', 'shut'])
  expect(offeredValues(choice, 'probe.lamp.colour')).toEqual(['green', 'blue'])
  expect(offeredValues(choice, 'probe.lamp.colour', ['red', 'ancient'])).toEqual(['green', 'blue', 'red', 'ancient'])
  expect(offeredValues(state, STATE, ['ancient'])).toEqual(['charging', 'open', 'shut'])
})

test('a value that only the server writes is offered where it is held', () => {
  const of = field.oneOf(['staff', 'guest'], { reserved: ['guest'] })
  expect(offeredValues(of, 'probe.sort')).toEqual(['staff'])
  expect(offeredValues(of, 'probe.sort', ['guest'])).toEqual(['staff', 'guest'])
  expect(allValues(of, 'probe.sort')).toEqual(['staff', 'guest'])
})

test('colours are tones or picked colours; a dictionary without any has only words', () => {
  const choice = field.choice(COLOURS)
  expect([toneOf(STATE, 'open'), hasColour(choice, 'x')]).toEqual(['good', false])
  setWording(wording)
  expect([toneOf(STATE, 'open'), toneOf(STATE, 'charging')]).toEqual(['bad', 'busy'])
  expect([colourOf('probe.colour', 'blue'), colourOf(STATE, 'open')]).toEqual(['#3355aa', undefined])
  expect(hasColour(choice, 'x')).toBe(true)
})

test('inherited object keys are not words', () => {
  setWording(wording)
  for (const key of ['constructor', '__proto__', 'toString']) {
    expect(ownText(key, 'zh')).toBeUndefined()
    expect([toneOf(key, key), colourOf(key, key)]).toEqual(['idle', undefined])
  }
})
