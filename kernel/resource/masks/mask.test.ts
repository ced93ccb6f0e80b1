import { expect, test } from 'vitest'
import { maskedFrame } from './mask-frame.ts'
import { masked } from './mask.ts'

test.each([
  ['[2,"1","Authorize",{"idTag":"04A1B2C3D4"}]', '[2,"1","Authorize",{"idTag":"04****D4"}]'],
  // As it was spelled, blanks and all.
  ['[2, "1", "A", { "idTag": "04A1B2C3D4", "kWh": 1.50 }]', '[2, "1", "A", { "idTag": "04****D4", "kWh": 1.50 }]'],
  ['[2,"1","Authorize",{"idTag": 771234567802}]', '[2,"1","Authorize",{"idTag":"771****7802"}]'],
  ['{"idTag":"AB\\/SECRETCARD04"}', '{"idTag":"AB/****RD04"}'],
  ['{"idTag":"\\u0053SECRETCARD05"}', '{"idTag":"SSE****RD05"}'],
  ['{"idT\\u0061g":"SECRETCARD03"}', '{"idTag":"SEC****RD03"}'],
  ['{"idTag":["SECRETCARD06"]}', '{"idTag":["SEC****RD06"]}'],
  [
    '{"id_tag":"SECRETCARD07","idTag":{"idToken":"SECRETCARD08"}}',
    '{"id_tag":"SEC****RD07","idTag":{"idToken":"SEC****RD08"}}',
  ],
  [
    '{"data":"{\\"cardNo\\":\\"12345678901\\",\\"phoneNumber\\":\\"13800138000\\",\\"idTag\\":77123456789015}"}',
    '{"data":"{\\"cardNo\\":\\"123****8901\\",\\"phoneNumber\\":\\"138****8000\\",\\"idTag\\":\\"771****9015\\"}"}',
  ],
  // Numbers of people under any key: as texts, so that the rest is masked by its keys as well.
  ['{"userPhone":13800138000}', '{"userPhone":"138****8000"}'],
  ['[2, "1", "A", {"a": [13800138000, 1.50]}]', '[2, "1", "A", {"a": ["138****8000", 1.50]}]'],
  ['{"bank":6222021234567890128,"n":1}', '{"bank":"622****0128","n":1}'],
  [
    '{"data":"{\\"userPhone\\":13800138000,\\"other\\":13900139000}"}',
    '{"data":"{\\"userPhone\\":\\"138****8000\\",\\"other\\":\\"139****9000\\"}"}',
  ],
  [
    '{"p":13800138000,"idTag":["SECRETCARD06"],"q":13900139000}',
    '{"p":"138****8000","idTag":["SEC****RD06"],"q":"139****9000"}',
  ],
  ['{"at":1700000000000,"wh":123456789012}', '{"at":1700000000000,"wh":123456789012}'],
  // Cut off, as a frame that was refused may be.
  ['{"idTag":"04A1B2C3D4', '{"idTag":"04****D4'],
  ['[2,"1","A",{"idTag": 771234567802', '[2,"1","A",{"idTag": 771****7802'],
])('%s', (text, shown) => {
  expect(maskedFrame(text)).toBe(shown)
  expect(maskedFrame(shown)).toBe(shown)
})

test('data that is no text has its numbers of people masked, too', () => {
  expect(masked('json', { a: [13_800_138_000, 5], at: 1_700_000_000_000 })).toEqual({
    a: ['138****8000', 5],
    at: 1_700_000_000_000,
  })
})

test('data that is nested too deep is hidden from there on, and the rest of its frame stays', () => {
  for (const depth of [40, 10_000]) {
    const deep = '['.repeat(depth) + ']'.repeat(depth)
    const frame = maskedFrame(`[2,"1","A",{"n":7,"idTag":["SECRETCARD06"],"data":"${deep}","more":${deep}}]`)
    expect(frame).toContain('"n":7,"idTag":["SEC****RD06"]')
    expect(frame).toContain('[[["****"]]]')
    expect(JSON.parse(frame)).toHaveLength(4)
  }
  const inner = { idTag: 'SECRETCARD06' }
  const nested = Array.from({ length: 5_000 }).reduce<unknown>(held => ({ idTag: [held] }), inner)
  expect(JSON.stringify(masked('json', nested))).not.toContain('SECRETCARD06')
})

test.each([
  ['a key written twice', '{"idTag":["SECRETCARD06"],"idTag":1}'],
  ['a pair', '{"key":"idTag","value":"SECRETCARD06"}'],
  ['a pair in capitals', '[{"Value":["SECRETCARD06"],"Name":"ID_TAG"}]'],
  ['XML', 'x <idTag>SECRETCARD06</idTag> <a:phone> SECRETCARD06</a:phone>'],
  ['a name of makers', '{"rfid":"SECRETCARD06","cardUid":"SECRETCARD06"}'],
])('%s hides the card', (_what, text) => {
  const shown = maskedFrame(text)
  expect(shown).not.toContain('SECRETCARD06')
  expect(maskedFrame(shown)).toBe(shown)
})
