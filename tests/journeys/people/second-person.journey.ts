import { expect, type Page, test } from '../test.ts'
import { openPage, signIn, untranslated, violations, watchErrors } from '../console.ts'
import { anotherBrowser, ask, inDatabase } from '../people.ts'

const PASSWORD = 'Zweite-Person-2026!'

interface Orders {
  list: { id: string; orderNo: string; total: string; refunded: string }[]
}

/** An order of the fleet that was billed. */
async function aSettledOrder(page: Page): Promise<Orders['list'][number]> {
  for (let tries = 0; tries < 300; tries++) {
    const { list } = await ask<Orders>(page, '/api/charging/order/list', {
      filter: { state: 'settled', total: { from: '0.05' } },
    })
    const order = list.find(one => one.refunded === '0.00')
    if (order) return order
    await page.waitForTimeout(1_000)
  }
  throw new Error('the fleet has settled no order')
}

test('a refund waits for a second person, who finds it on the home page', async ({ page, browser }) => {
  test.setTimeout(420_000)
  const errors = watchErrors(page)
  await signIn(page)
  await ask(page, '/api/platform/setting/save', {
    key: 'platform.fourEyesLimits',
    // The same as the journey of prices sets: both go on at once, on one product.
    value: { 'charging.order:refund': 0, 'pricing.version:publish': 0 },
  })
  const order = await aSettledOrder(page)
  // An earlier attempt may have left its request behind.
  const reason = `重复扣费 ${Date.now()}`

  await openPage(page, `/cwdata2/orderDeatil?open=${order.id}`)
  await page.getByRole('dialog').getByRole('button', { name: '的操作' }).click()
  await page.getByRole('menuitem', { name: '退款' }).click()
  const form = page.getByRole('dialog', { name: '退款', exact: true })
  // What there is to give back stands beside the question, and the field says which money it takes.
  await expect(form.getByText(`已结算 ¥${order.total}，其中已退 ¥0.00`)).toBeVisible()
  await expect(form.locator('.ant-input-prefix')).toHaveText('¥')
  await form.locator('input').nth(0).fill('0.05')
  await form.locator('input').nth(1).fill(reason)
  await form.getByRole('button', { name: '退款' }).click()
  await expect(page.getByText('等待另一人审批').first()).toBeVisible()
  // Whoever asked may only think better of it.
  await openPage(page, '/home?approvals=1')
  const own = page.getByRole('article').filter({ hasText: reason })
  await expect(own.getByText('须由另一人审批')).toBeVisible()
  await expect(own.getByRole('button', { name: '通过' })).toHaveCount(0)

  const { list: people } = await ask<{ list: { id: string }[] }>(page, '/api/sys/user/list', {
    filter: { loginName: 'chenjing' },
  })
  await ask(page, '/api/sys/user/setPassword', { id: people[0]?.id, password: PASSWORD })
  // Who has just been given a password by somebody is no second person for them; a week goes by.
  await inDatabase(db =>
    db.platform(tx =>
      tx.execute("update identity_account_hand set at = at - interval '8 days' where user_id = $1", [people[0]?.id]),
    ),
  )
  const other = await anotherBrowser(browser)
  const otherErrors = watchErrors(other)
  await signIn(other, { user: 'chenjing', password: PASSWORD })
  // The bell has it without being asked, and leads there; read is read.
  await openPage(other, '/device/station')
  await other.getByRole('button', { name: /条未读消息$/ }).click()
  const inbox = other.getByRole('dialog', { name: '消息' })
  await expect(inbox.getByText('待审批：退款').first()).toBeVisible()
  expect(await violations(other, '.w-popover:popover-open')).toEqual([])
  await inbox.getByRole('button', { name: '查看: 待审批：退款' }).first().click()
  await expect(other).toHaveURL(/home\?approvals=1/)
  await expect(other.getByRole('article').filter({ hasText: reason })).toBeVisible()

  // Beside the form of another refund stands what waits there already.
  await openPage(other, `/cwdata2/orderDeatil?open=${order.id}`)
  await other.getByRole('dialog').getByRole('button', { name: '的操作' }).click()
  await other.getByRole('menuitem', { name: '退款' }).click()
  const again = other.getByRole('dialog', { name: '退款', exact: true })
  await again.locator('input').nth(0).fill('0.01')
  await expect(again.getByText('申请的“退款 ¥0.05”正在等待审批')).toBeVisible()
  await expect(again.getByText('提交后等待另一人审批')).toHaveCount(0)
  expect(await untranslated(other)).toEqual([])
  await again.getByRole('button', { name: '取消' }).click()

  await openPage(other, '/home')
  await other.getByText('待您审批的申请').click()
  const theirs = other.getByRole('article').filter({ hasText: reason })
  await expect(theirs.getByText(order.orderNo)).toBeVisible()
  // What would move is said once, with its sign.
  await expect(theirs.getByText('¥0.05')).toHaveCount(1)
  expect(await untranslated(other)).toEqual([])
  // By keys alone: later and back, then the word; whoever works on is on the next request, or on what says that all is done.
  const main = theirs.locator('[data-todo-main]')
  await main.focus()
  await other.keyboard.press('l')
  await expect(theirs).toHaveCount(0)
  await other.keyboard.press('Control+z')
  await expect(main).toBeFocused()
  await other.keyboard.press('a')
  const word = other.getByRole('dialog', { name: '通过', exact: true })
  await expect(word.getByText(`¥${order.total}`)).toBeVisible()
  // What is typed there are letters.
  await word.getByRole('textbox').fill('')
  await word.getByRole('textbox').pressSequentially('ajlr')
  await expect(word.getByRole('textbox')).toHaveValue('ajlr')
  await other.keyboard.press('Enter')
  await expect(theirs).toHaveCount(0)
  await expect(other.locator('[data-todo-main]:focus, [data-todo-done]:focus')).toHaveCount(1)

  // Who asked hears of the decision where they are, and clears the inbox.
  await openPage(page, '/device/station')
  await page.getByRole('button', { name: /条未读消息$/ }).click()
  const answer = page.getByRole('dialog', { name: '消息' })
  await expect(answer.getByText('退款 ¥0.05：已通过').first()).toBeVisible()
  await answer.getByRole('button', { name: '全部标为已读' }).click()
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  const { refunded } = await ask<{ refunded: string }>(page, '/api/charging/order/get', { id: order.id })
  expect(refunded).toBe('0.05')
  await other.context().close()
  expect([...errors, ...otherErrors]).toEqual([])
})
