import { expect, test } from 'vitest'
import { useSettings } from '../session/settings.ts'
import { registerTones, toneOf } from './tone.ts'
import {
  changeLanguage,
  flattenWords,
  hasWord,
  needWords,
  registerWords,
  startWords,
  translate,
  watchMissedWords,
} from './words.ts'

test('nested and flat words give the same keys', () => {
  expect(flattenWords({ assets: { station: { name: '名称' } }, 'assets.station.status.open': '营业' })).toEqual({
    'assets.station.name': '名称',
    'assets.station.status.open': '营业',
  })
})

test('a change of language loads the groups in use before it switches', async () => {
  const asked: string[] = []
  const words = (language: string, text: string) => async () => {
    asked.push(language)
    return { default: { 'probe.hello': text } }
  }
  registerWords('probe', {
    zh: words('zh', '你好 {{name}}'),
    en: words('en', 'Hello {{name}}'),
    es: words('es', 'Hola {{name}}'),
  })
  registerWords('unused', { zh: words('!', ''), en: words('!', ''), es: words('!', '') })
  await startWords()
  await needWords('probe')
  expect(translate('probe.hello', { name: '李' })).toBe('你好 李')
  await changeLanguage('es')
  expect(translate('probe.hello', { name: '李' })).toBe('Hola 李')
  expect(useSettings.getState().language).toBe('es')
  await changeLanguage('zh')
  expect(asked).toEqual(['zh', 'es'])
})

test('a missing text uses its fallback until it is loaded', async () => {
  const words = (tree: Record<string, string>) => async () => ({ default: tree })
  registerWords('shared', { zh: words({ 'shared.station': '充电站' }), en: words({}), es: words({}) })
  registerWords('own', { zh: words({ 'probe.lamp.station': '站点' }), en: words({}), es: words({}) })
  await startWords()
  await needWords('shared')
  expect([translate('probe.lamp.station'), translate('probe.lamp.moveInput.station')]).toEqual(['充电站', '充电站'])
  expect([hasWord('probe.lamp.station'), hasWord('probe.lamp.stationHint')]).toEqual([true, false])
  await needWords('own')
  expect([translate('probe.lamp.station'), translate('probe.lamp.moveInput.station')]).toEqual(['站点', '站点'])
})

test('words that load tell only those who missed one of them, or its singular, or had its fallback', async () => {
  const words = (tree: Record<string, string>) => async () => ({ default: tree })
  const group = (name: string, zh: Record<string, string>): void =>
    registerWords(name, { zh: words(zh), en: words({}), es: words({}) })
  group('fallbacks', { 'shared.operator': '运营商' })
  group('quiet', { 'probe.unasked': '无' })
  group('asked', { 'probe.asked': '有' })
  group('hinted', { 'probe.hint': '提示' })
  group('counted', { 'probe.piles_other': '{{count}} 桩' })
  group('overriding', { 'probe.pole.operator': '业主' })
  await startWords()
  await needWords('fallbacks')
  let told = 0
  const stop = watchMissedWords(() => (told += 1))
  const tellingOf = async (name: string): Promise<number> => {
    const before = told
    await needWords(name)
    return told - before
  }
  expect([translate('probe.asked'), hasWord('probe.hint')]).toEqual(['probe.asked', false])
  expect([translate('probe.piles', { count: 2 }), translate('probe.pole.operator')]).toEqual(['probe.piles', '运营商'])
  expect(await tellingOf('quiet')).toBe(0)
  expect(await tellingOf('asked')).toBe(1)
  expect(await tellingOf('hinted')).toBe(1)
  expect(await tellingOf('counted')).toBe(1)
  expect(await tellingOf('overriding')).toBe(1)
  stop()
})

test('states have a tone by their word, and a module can override it', () => {
  expect(toneOf('a.b.status', 'Faulted')).toBe('bad')
  expect(toneOf('a.b.status', 'charging')).toBe('busy')
  expect(toneOf('a.b.status', 'somethingElse')).toBe('idle')
  registerTones('a.b.status', { charging: 'wait' })
  expect(toneOf('a.b.status', 'charging')).toBe('wait')
  expect(toneOf('x.y.status', 'charging')).toBe('busy')
})
