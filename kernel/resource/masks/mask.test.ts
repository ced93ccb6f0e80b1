import { expect, test } from 'vitest'
import { masked, maskedFrame } from './mask.ts'

test.each([
  ['[2,"1","Authorize",{"idTag":"04A1B2C3D4"}]', '[2,"1","Authorize",{"idTag":"04A****C3D4"}]'],
  // As it was spelled, blanks and all.
  ['[2, "1", "A", { "idTag": "04A1B2C3D4", "kWh": 1.50 }]', '[2, "1", "A", { "idTag": "04A****C3D4", "kWh": 1.50 }]'],
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
  ['{"idTag":"04A1B2C3D4', '{"idTag":"04A****C3D4'],
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
