import { expect, test } from 'vitest'
import { passwordEndsAt, passwordRule, warningDue } from './password-age.ts'

const DAY = 24 * 60 * 60_000

test('an age ends to the millisecond; without one, or without a password, never', () => {
  expect(passwordEndsAt(1_000, 90)).toBe(1_000 + 90 * DAY)
  expect([passwordEndsAt(1_000, 0), passwordEndsAt(null, 90)]).toEqual([null, null])
})

test('a tenant’s own word counts, 0 among them; silence is the installation’s', () => {
  const installation = { maxAgeDays: 90, remembered: 5 }
  const rule = (age: number | null, remembered: number | null) =>
    passwordRule({ password_max_age_days: age, password_remembered: remembered }, installation)
  expect(rule(null, null)).toEqual(installation)
  expect(rule(0, 0)).toEqual({ maxAgeDays: 0, remembered: 0 })
  expect(rule(30, null)).toEqual({ maxAgeDays: 30, remembered: 5 })
})

test('warnings at 14, 7, 3 and 1 days, whichever was missed included; none before and none after', () => {
  const due = (days: number) => warningDue(100 * DAY, 100 * DAY - days * DAY)
  expect([15, 14.5, 14, 13, 8, 7, 4, 3, 2, 1, 0.1, 0, -1].map(due)).toEqual([
    null,
    null,
    14,
    14,
    14,
    7,
    7,
    3,
    3,
    1,
    1,
    null,
    null,
  ])
})
