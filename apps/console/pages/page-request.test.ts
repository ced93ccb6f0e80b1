import type { Me } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import { closedPageText, mayAskForPage } from './page-request.ts'

const person = (roles: string[], userType = 'staff'): Me => ({
  user: { id: '7', name: 'p', loginName: 'p', userType },
  menus: [],
  roles,
  permissions: [],
  company: null,
})

test('staff ask for a closed page; guests and investors, whom the server refuses, are not offered it', () => {
  expect(mayAskForPage(person(['finance', 'adminRole']))).toBe(true)
  expect(mayAskForPage(person(['vip', 'admin']))).toBe(true)
  expect(mayAskForPage(person(['guest'], 'guest'))).toBe(false)
  expect(mayAskForPage(person(['vip'], 'investor'))).toBe(false)
  expect(mayAskForPage(null)).toBe(false)
})

test('an investor is told that no page can be granted, and whom to turn to', () => {
  expect(closedPageText(person(['vip'], 'investor'), false)).toBe('shell.noPermission.investorText')
  expect(closedPageText(person(['finance']), false)).toBe('shell.noPermission.partText')
  expect(closedPageText(person(['finance']), true)).toBe('shell.noPermission.text')
})
