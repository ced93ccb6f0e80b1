import { expect, test } from 'vitest'
import { type Addressee, planFor, type Rule } from './plan.ts'
import { afterQuiet } from './quiet-hours.ts'

const person: Addressee = { id: 'me', roleIds: ['ops'], officeIds: ['south', 'top'], dutyId: 'night' }
const rule = (over: Partial<Rule> = {}): Rule => ({
  roles: [],
  offices: [],
  duties: [],
  people: [],
  channels: ['console'],
  minSeverity: 'info',
  quiet: null,
  compulsory: false,
  ...over,
})
const warning = { severity: 'warning', compulsory: false } as const
const ways = (rules: Rule[], own?: Parameters<typeof planFor>[2], of: Parameters<typeof planFor>[3] = warning) =>
  planFor(rules, person, own, of).channels

test('without a rule everybody concerned has it in the inbox; with rules those whom they name, by all their ways', () => {
  expect(ways([])).toEqual(['console'])
  expect(ways([rule({ channels: ['sms', 'console'] }), rule({ channels: ['mail'] })])).toEqual([
    'console',
    'mail',
    'sms',
  ])
  for (const whom of [{ roles: ['ops'] }, { offices: ['top'] }, { duties: ['night'] }, { people: ['me'] }])
    expect(ways([rule({ ...whom, channels: ['mail'] })])).toEqual(['mail'])
  for (const whom of [{ roles: ['finance'] }, { offices: ['north'] }, { duties: ['day'] }, { people: ['you'] }])
    expect(ways([rule({ ...whom, channels: ['mail'] })])).toEqual([])
  expect(planFor([rule({ duties: ['night'] })], { ...person, dutyId: null }, undefined, warning).channels).toEqual([])
})

test('below its severity a rule says nothing', () => {
  const rules = [rule(), rule({ channels: ['sms'], minSeverity: 'critical' })]
  expect(ways(rules)).toEqual(['console'])
  expect(ways(rules, undefined, { severity: 'critical', compulsory: false })).toEqual(['console', 'sms'])
})

test('a person takes away and never adds, and nothing of what is compulsory', () => {
  const rules = [rule({ channels: ['console', 'mail'] })]
  const own = { off: ['mail', 'sms', 'wechat'] as const, quiet: null }
  expect(ways(rules, own)).toEqual(['console'])
  expect(ways(rules, { off: ['console', 'mail'], quiet: null })).toEqual([])
  expect(ways([rule({ channels: ['console', 'mail'], compulsory: true })], own)).toEqual(['console', 'mail'])
  expect(ways([], { off: ['console'], quiet: null }, { severity: 'info', compulsory: true })).toEqual(['console'])
  // Rules that name others leave a compulsory kind in everybody's inbox.
  expect(ways([rule({ people: ['you'] })], own, { severity: 'info', compulsory: true })).toEqual(['console'])
})

test('quiet hours of rules and person hold back, but not what is critical', () => {
  const night = { from: '22:00', to: '07:00' }
  const rules = [rule({ quiet: night })]
  expect(planFor(rules, person, { off: [], quiet: night }, warning).quiet).toEqual([night, night])
  expect(planFor(rules, person, undefined, { severity: 'critical', compulsory: false }).quiet).toEqual([])
})

test('what is ready in quiet hours leaves at their end, on the clock of the zone, also over midnight', () => {
  const at = (text: string) => Date.parse(text)
  const leaves = (text: string, from: string, to: string, zone = 'Asia/Shanghai') =>
    new Date(afterQuiet(at(text), zone, { from, to })).toISOString()
  expect(leaves('2026-11-20T15:30:40Z', '22:00', '07:00')).toBe('2026-11-20T23:00:00.000Z')
  expect(leaves('2026-11-20T22:59:59Z', '22:00', '07:00')).toBe('2026-11-20T23:00:00.000Z')
  expect(leaves('2026-11-20T23:00:00Z', '22:00', '07:00')).toBe('2026-11-20T23:00:00.000Z')
  expect(leaves('2026-11-20T13:59:59Z', '22:00', '07:00')).toBe('2026-11-20T13:59:59.000Z')
  expect(leaves('2026-11-20T04:00:00Z', '12:00', '14:00')).toBe('2026-11-20T06:00:00.000Z')
  // Equal ends are no hours at all.
  expect(leaves('2026-11-20T04:00:00Z', '12:00', '12:00')).toBe('2026-11-20T04:00:00.000Z')
})

test('on the nights when clocks change the clock of the wall decides', () => {
  const madrid = (text: string) =>
    new Date(afterQuiet(Date.parse(text), 'Europe/Madrid', { from: '22:00', to: '07:00' })).toISOString()
  // 2026-03-29: 02:00 becomes 03:00, so 07:00 is 05:00 UTC; 2026-10-25: 03:00 becomes 02:00, so it is 06:00 UTC.
  expect(madrid('2026-03-28T22:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
  expect(madrid('2026-10-24T22:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
})
