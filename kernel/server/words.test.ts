import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LANGUAGES, loadWords } from './words.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattyard-words-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FILES = {
  zh: { probe: { wallets: '{{count}} 个钱包', total: '共 {{total}}' } },
  en: { probe: { wallets: '{{count}} wallets', wallets_one: '{{count}} wallet', total: '{{total}} in all' } },
  es: { probe: { wallets: '{{count}} monederos', wallets_one: '{{count}} monedero', total: '{{total}} en total' } },
}
for (const language of LANGUAGES) writeFileSync(join(folder, `${language}.json`), JSON.stringify(FILES[language]))
const { translate } = loadWords([folder])

test('one thing is said as one where a language has a word for it', () => {
  const said = (count: number | string) => LANGUAGES.map(language => translate(language, 'probe.wallets', { count }))
  expect(said(1)).toEqual(['1 个钱包', '1 wallet', '1 monedero'])
  expect(said(0)).toEqual(['0 个钱包', '0 wallets', '0 monederos'])
  expect(said(2)).toEqual(['2 个钱包', '2 wallets', '2 monederos'])
  // Spanish counts whole millions in a form of their own; the plural is said.
  expect(said(1_000_000)[2]).toBe('1000000 monederos')
  // What messages keep is text.
  expect([said('1')[1], said('11')[1], said('one')[1]]).toEqual(['1 wallet', '11 wallets', 'one wallets'])
})

test('words without a second form, and gaps that are no count, are said as they are', () => {
  expect(translate('en', 'probe.total', { count: 1, total: 1 })).toBe('1 in all')
  expect(translate('es', 'probe.wallets')).toBe('{{count}} monederos')
})

test('a missing text uses its fallback', () => {
  const { translate: tell, has } = loadWords([join(import.meta.dirname, '../resource/locales'), folder])
  expect(tell('en', 'probe.lamp.station')).toBe('Station')
  expect(tell('es', 'probe.lamp.moveInput.station')).toBe('Estación')
  expect(has('zh', 'probe.lamp.station')).toBe(true)
  expect(has('zh', 'probe.lamp.stationHint')).toBe(false)
  expect(tell('en', 'probe.lamp.unheard')).toBe('probe.lamp.unheard')
})
