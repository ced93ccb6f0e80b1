import { expect, test } from 'vitest'
import { maskedFrame } from './mask.ts'

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
  // Cut off, as a frame that was refused may be.
  ['{"idTag":"04A1B2C3D4', '{"idTag":"04A****C3D4'],
  ['[2,"1","A",{"idTag": 771234567802', '[2,"1","A",{"idTag": 771****7802'],
])('%s', (text, shown) => {
  expect(maskedFrame(text)).toBe(shown)
  expect(maskedFrame(shown)).toBe(shown)
})
