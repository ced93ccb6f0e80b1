import { expect, test } from 'vitest'
import { cookieValue, isGuest, type Me, may } from './session.ts'

test('a cookie is found by its whole name', () => {
  const cookies = 'X-Admin-Token=no; Admin-Token=a%3Db=c; other=1'
  expect(cookieValue(cookies, 'Admin-Token')).toBe('a=b=c')
  expect(cookieValue(cookies, 'Token')).toBe('')
  expect(cookieValue('Admin-Token=%E0%A4%A', 'Admin-Token')).toBe('')
})

const someone = (over: Partial<Me>): Me => ({
  user: { id: '2001', name: 'Li', loginName: 'li' },
  menus: [],
  roles: [],
  permissions: [],
  company: null,
  ...over,
})

test('permissions, appended roles, admin and user 1', () => {
  const permission = 'assets.station:create'
  expect(may(null, permission)).toBe(false)
  expect(may(someone({}), permission)).toBe(false)
  expect(may(someone({ permissions: [permission] }), permission)).toBe(true)
  expect(may(someone({ roles: [permission] }), permission)).toBe(true)
  expect(may(someone({ roles: ['admin'] }), permission)).toBe(true)
  expect(may(someone({ user: { id: '1', name: 'root', loginName: 'admin' } }), permission)).toBe(true)
})

test('a guest is known by the account or by the role', () => {
  expect([null, someone({}), someone({ roles: ['owner'] })].map(isGuest)).toEqual([false, false, false])
  expect(isGuest(someone({ roles: ['guest'] }))).toBe(true)
  expect(isGuest(someone({ user: { id: '2', name: 'Li', loginName: 'li', userType: 'guest' } }))).toBe(true)
})
