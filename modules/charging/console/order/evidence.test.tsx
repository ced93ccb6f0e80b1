import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { consoleModule as gateway } from '@wattyard/gateway/console'
import { beforeAll, expect, test } from 'vitest'
import words from '../../locales/zh.json' with { type: 'json' }
import { consoleModule } from '../index.ts'
import { EVIDENCE_FACES, evidenceRows, rulesIn } from './evidence-faces.ts'
import { findingsIn } from './findings-in.ts'
import { EvidenceTable } from './evidence.tsx'

beforeAll(() => loadSpanish(consoleModule, gateway))

test('every key of evidence with a word has a format, and the other way round', () => {
  expect(Object.keys(EVIDENCE_FACES).toSorted()).toEqual(Object.keys(words.charging.evidence).toSorted())
})

test('missing evidence has no row; if all is missing, that is stated', () => {
  expect(evidenceRows({ vin: '', tag: '04616EF125' })).toEqual([['tag', '04616EF125']])
  expect(evidenceRows({ vin: '', tag: '' })).toEqual([
    ['tag', ''],
    ['vin', ''],
  ])
  expect(shownText(<EvidenceTable evidence={{ tag: '', vin: '' }} />)).toBe('tarjeta -- VIN --')
})

test('figures have their units and the language’s decimals, in the order in which they are read', () => {
  const evidence = { stop: '34129.8750', rules: 'E-15 stop-below-start', start: '34133.0750' }
  expect(shownText(<EvidenceTable evidence={evidence} />)).toMatch(
    /^reglas E-15 \S.+ lectura inicial 34\.133,075 kWh lectura final 34\.129,875 kWh$/,
  )
})

test.each([
  [{ rated_w: '60500' }, 'potencia nominal 60,50 kW'],
  [{ from_permille: '423' }, 'SoC antes 42,3 %'],
  [{ duration_ms: '1500' }, 'duración 1,5 s'],
  [{ waited_s: '95' }, 'espera 0:01:35'],
  [{ amount: '1234.50' }, 'importe ¥1.234,50'],
  [{ error: 'GroundFailure' }, 'código de avería Fallo de tierra'],
  [{ error: 'VendorWord' }, 'código de avería VendorWord'],
  [{ answer: 'timed-out' }, 'respuesta del cargador Sin respuesta'],
  [{ registers: '1.5000 2.0000' }, 'lecturas 1,500 kWh · 2,000 kWh'],
  [
    { periods: 'F 1.2300/1.2000, G 0.5000/–' },
    'franja (plataforma/cargador) Punta 1,230 kWh / 1,200 kWh , Valle 0,500 kWh / --',
  ],
])('%o says “%s”', (evidence, text) => expect(shownText(<EvidenceTable evidence={evidence} />)).toBe(text))

test('rules are matched with their codes, and earlier ones by number alone', () => {
  expect(rulesIn('E-39 register-frozen, E-11 not-ended')).toEqual([
    { id: 'E-39', code: 'register-frozen' },
    { id: 'E-11', code: 'not-ended' },
  ])
  expect(rulesIn('E-15 E-16')).toEqual([
    { id: 'E-15', code: null },
    { id: 'E-16', code: null },
  ])
  expect(rulesIn('stop-below-start')).toEqual([{ id: null, code: 'stop-below-start' }])
})

test('a stop that was not reported is no finding while the session runs', () => {
  const flags = [
    { code: 'last-sample', effect: 'basis' },
    { code: 'not-ended', effect: 'doubt' },
  ]
  const codesIn = (state: string, method: string | null = null) =>
    findingsIn({ state, method }, flags).map(({ code }) => code)
  for (const state of ['starting', 'charging', 'stopping']) expect(codesIn(state)).toEqual(['last-sample'])
  for (const state of ['ended', 'abnormal']) expect(codesIn(state)).toEqual(['last-sample', 'not-ended'])
  // What a person has decided on rests on that, not on the registers.
  expect(codesIn('settled', 'last-sample')).toEqual(['last-sample', 'not-ended'])
  for (const method of ['by-hand', 'by-power']) expect(codesIn('settled', method)).toEqual(['not-ended'])
})
