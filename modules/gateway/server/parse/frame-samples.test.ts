import { expect, test } from 'vitest'
import { FRAME_SAMPLES } from '../../contract/frame-samples.ts'
import { frameTextsIn } from './frame-words.ts'
import { parseText } from './parse-text.ts'

const read = (text: string, keys = {}) =>
  parseText(text, { frameTexts: frameTextsIn('en'), protocol: 'auto', keys, now: Date.UTC(2026, 10, 20, 7, 22) }).frames

test.each(FRAME_SAMPLES)('$key is found out to be what it is, and is right', ({ key, protocol, text, keys }) => {
  const frames = read(text, keys)
  expect(frames.map(frame => frame.protocol)).toEqual(frames.map(() => protocol))
  expect(frames.flatMap(frame => frame.problems)).toEqual([])
  const tones = frames.flatMap(frame => frame.verdicts.map(verdict => verdict.tone))
  // One sample is there to show a wrong checksum; a token stands in no envelope.
  expect(tones).toEqual(
    key === 'ykcChecksums'
      ? ['good', 'bad']
      : key === 'cecOrder'
        ? ['good', 'good', 'idle', 'good']
        : tones.map(() => 'good'),
  )
})

test('the bill adds up, as a bill of a real pile must', () => {
  const [bill] = read(FRAME_SAMPLES.find(sample => sample.key === 'ykcBill')?.text ?? '')
  const value = (path: string) => bill?.parts[0]?.fields.find(field => field.path === path)?.value
  expect([value('energy'), value('amount'), value('rates/peak/amount'), value('rates/flat/amount')]).toEqual([
    '34.3400',
    '49.3312',
    '20.7312',
    '28.6000',
  ])
  expect([value('meterStart'), value('meterEnd')]).toEqual(['1234.5678', '1268.9078'])
})
