import { aRole, aTenant, aUser, type Browser } from '@wattyard/identity/testing'
import { CONTRACT_ROUTES, codeOf, joinRules, type Visitor } from '@wattyard/pages'
import { newId } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APART, callsOf, requiredInputs } from './route-inputs.ts'
import { sessionWorld } from './world.ts'

/*
 * What the console of somebody limited to an operator is told that they may do: nothing that would be refused because it is
 * for people of the whole company, however much they were granted (decision 332).
 */

const PASSWORD = 'a passphrase for tests'
const world = await sessionWorld()
afterAll(() => world.close())

interface Told extends Visitor {
  permissions: string[]
}
let limited: Browser
let told: Told
let whole: Told

beforeAll(async () => {
  const { tenantId } = await aTenant(world.db, { code: 'told', isHome: true })
  const operator = newId()
  await world.db.platform(tx =>
    tx.execute(
      `insert into identity_office (tenant_id, id, code, name, kind, path, operator_id, position, search_text)
       values ($1, $2, 'OP', 'Operator', 'operator', $3, $2, 1, '')`,
      [tenantId, operator, `/${operator}/`],
    ),
  )
  const signedIn = async (rowScope: 'tenant' | 'assigned') => {
    const roleIds = [await aRole(world.db, tenantId, { code: rowScope, permissions: world.permissions, rowScope })]
    const { loginName } = await aUser(world.db, tenantId, { password: PASSWORD, roleIds, operatorIds: [operator] })
    const browser = world.browser()
    expect((await browser.signIn(loginName, PASSWORD)).success).toBe(true)
    return browser
  }
  limited = await signedIn('assigned')
  told = (await limited.get('/api/employee/me')).data
  whole = (await (await signedIn('tenant')).get('/api/employee/me')).data
})

test('who sees the whole company is told all that was granted', () => {
  expect(whole.permissions).toEqual([...world.permissions].toSorted())
  expect(told.permissions.length).toBeLessThan(whole.permissions.length)
  expect(whole.permissions).toEqual(expect.arrayContaining(told.permissions))
})

test('no call that is refused for the reach takes a permission that is told, and every list that is told opens', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = []
  let refused = 0
  for (const { route, method } of callsOf(world.server)) {
    if (APART.test(route.path) || !route.access.includes(':')) continue
    const answer = await limited.send(method, route.path, requiredInputs({ route, method }), {
      headers: { 'idempotency-key': newId() },
    })
    const isTold = told.permissions.includes(route.access)
    if (answer.code === 'kernel.wholeTenantOnly') refused++
    if (answer.code === 'kernel.wholeTenantOnly' && isTold) wrong.push(`${method} ${route.path} is refused, yet told`)
    if (isTold && route.path.endsWith('/list') && answer.status === 403)
      wrong.push(`${method} ${route.path} is told and answers ${answer.status} ${answer.code}`)
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(20)
})

test('their menu has no page of which every permission is for people of the whole company, and all others', () => {
  const rules = joinRules(world.modules)
  const codes = (me: Told) => new Set(me.menus.map(menu => menu.code))
  const gone = [...codes(whole)].filter(code => !codes(told).has(code))
  const closed = CONTRACT_ROUTES.filter(route => gone.includes(codeOf(route)))
  // Scheduled jobs, top-ups, reconciliation, refunds of wallets and documents with companies, and the page of tenants, which is for people of the home company that see all of it.
  expect(closed.map(route => route.path).toSorted()).toEqual([
    '/console/tenant',
    '/cwdata4/AccountPayable',
    '/cwdata4/AdvancePayment',
    '/cwdata4/ReceivablePayable',
    '/cwdata4/TradeNBill',
    '/sysconfig/cfgSchedule',
    '/wallet/buyBill',
    '/wallet/refundBill',
  ])
  for (const route of CONTRACT_ROUTES) {
    const { path } = route
    const needs = rules[path]?.anyOf ?? []
    const isOffered = codes(told).has(codeOf(route))
    if (isOffered && needs.length > 0)
      expect(
        needs.some(one => told.permissions.includes(one)),
        path,
      ).toBe(true)
  }
})
