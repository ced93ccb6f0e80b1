import { flattenWords, type Language, type Translate } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import zh from '../../locales/zh.json' with { type: 'json' }
import { cronText } from './cron-words.ts'

const WORDS = { zh: flattenWords(zh), en: flattenWords(en), es: flattenWords(es) }
const sayIn =
  (language: Language): Translate =>
  (key, values = {}) =>
    (WORDS[language][key] ?? `?${key}`).replace(/\{\{(\w+)\}\}/g, (_, gap: string) => String(values[gap]))
const all = (cron: string) => (['zh', 'en', 'es'] as const).map(language => cronText(cron, sayIn(language), language))

test.each([
  ['* * * * *', '每分钟', 'Every minute', 'Cada minuto'],
  ['*/10 * * * *', '每 10 分钟', 'Every 10 minutes', 'Cada 10 minutos'],
  ['5 * * * *', '每小时的第 5 分', 'At minute 5 of every hour', 'En el minuto 5 de cada hora'],
  ['0 */6 * * *', '每 6 小时（第 0 分）', 'Every 6 hours at minute 0', 'Cada 6 horas en el minuto 0'],
  ['40 3 * * *', '每天 03:40', 'Every day at 03:40', 'Cada día a las 03:40'],
  [
    '0 8,20 * * 1,5',
    '每星期一和星期五 08:00和20:00',
    'On Monday and Friday at 08:00 and 20:00',
    'Los lunes y viernes a las 08:00 y 20:00',
  ],
  ['40 3 * * 0', '每星期日 03:40', 'On Sunday at 03:40', 'Los domingos a las 03:40'],
  ['0 0 1,15 * *', '每月 1和15 日 00:00', 'On day 1 and 15 of the month at 00:00', 'El día 1 y 15 del mes a las 00:00'],
  [
    '0 12 13 * 5',
    '每月 13 日或每星期五 12:00',
    'On day 13 of the month or on Friday at 12:00',
    'El día 13 del mes o los viernes a las 12:00',
  ],
  [
    '0 0 * 1,7 *',
    '一月和七月，每天 00:00',
    'Every day in January and July at 00:00',
    'Cada día en enero y julio a las 00:00',
  ],
])('%s is told as people say it', (cron, ...told) => {
  expect(all(cron)).toEqual(told)
})

test('an unreadable expression has no text', () => {
  expect(all('61 * * * *')).toEqual([null, null, null])
})

test('many times are summarised by minutes and hours, and no word is missing', () => {
  expect(all('*/10 8-18 * * 1-5').join(' ')).not.toMatch(/\?platform|undefined/)
})
