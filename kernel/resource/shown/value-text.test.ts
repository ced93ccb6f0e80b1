import { field } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { faceText } from './value-text.ts'

const context = {
  t: (key: string) => `<${key}>`,
  has: (key: string) => key === 'a.b.fValue.Local',
  language: 'es' as const,
  zone: 'Europe/Madrid',
  labels: { 'a.operator': { '7': 'Norte' } },
}

test.each([
  [field.money(), '1234567.80', '1.234.567,80'],
  [field.energy(), '12.3400', '12,340'],
  [field.power(), 60_500, '60,50 kW'],
  [field.instant(), Date.UTC(2031, 0, 1), '2031-01-01 01:00:00'],
  [field.instant(), -1, '--'],
  [field.duration(), 3723, '1:02:03'],
  [field.oneOf(['open']), 'open', '<a.b.fValue.open>'],
  [field.tags({ values: ['x'] }), ['x', 'free'], '<a.b.fValue.x>, free'],
  [field.boolean(), false, '<shared.no>'],
  [field.ref('a.operator'), '7', 'Norte'],
  [field.refs('a.operator'), ['7', '8'], 'Norte, 8'],
  [field.geoPoint(), { lng: '113.9', lat: '22.5' }, '113.9, 22.5'],
  [field.secret(), 'never', ''],
  [field.text(), null, ''],
  [field.text(), 'Local', '<a.b.fValue.Local>'],
  [field.text(), 'VendorWord', 'VendorWord'],
])('%o %o is %s', (of, value, text) => expect(faceText(value, of, 'a.b.f', context)).toBe(text))
