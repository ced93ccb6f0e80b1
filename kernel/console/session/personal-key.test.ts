import { expect, test } from 'vitest'
import { personalKey } from './personal-key.ts'

const me = (user: string, company: string | null) => ({
  user: { id: user, name: user, loginName: user },
  company: company === null ? null : { id: company },
})

test('no two users, tenants or subjects share a key, and without a user there is none', () => {
  const keys = [
    personalKey('draft.a', me('ann', 'one')),
    personalKey('draft.a', me('bob', 'one')),
    personalKey('draft.a', me('ann', 'two')),
    personalKey('draft.a', me('ann', null)),
    personalKey('draft.b', me('ann', 'one')),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(personalKey('draft.a', me('ann', 'one'))).toBe(keys[0])
  expect(personalKey('draft.a', null)).toBeNull()
})
