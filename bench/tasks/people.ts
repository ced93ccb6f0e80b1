import { insist } from '../harness/scenario.ts'
import { choiceOf, fieldOf, topDialog } from './hand.ts'
import { freshName, type Stage, type Task, until } from './task.ts'

const THEIR_PASSWORD = 'Bench-Employee-2026!'
const THEIR_STATION = '科苑云帆充电站'

/** Somebody of one station is invited, accepts in a browser of their own, and sees that station alone. */
async function inviteOneStationEmployee({ hand, otherBrowser }: Stage): Promise<void> {
  const { page } = hand
  const login = freshName('t').toLowerCase()
  await hand.click(page.getByRole('button', { name: '系统管理', exact: true }))
  await hand.click(page.locator('.s-nav').getByRole('link', { name: '员工', exact: true }))
  await hand.click(page.getByRole('button', { name: '邀请员工' }))
  const form = topDialog(page)
  await hand.type(fieldOf(form, 'loginName'), login)
  await hand.type(fieldOf(form, 'displayName'), '任务员工')
  await hand.click(form.locator('[data-field="roleIds"] .ant-select'))
  await hand.click(choiceOf(page, '运营'))
  await hand.press('Escape')
  await hand.click(form.locator('[data-field="scopeStationIds"] .ant-select'))
  await hand.click(choiceOf(page, THEIR_STATION))
  await hand.press('Escape')
  await hand.sees(form.getByText(/1 座充电站/))
  await hand.click(form.getByRole('button', { name: '保存' }))
  await hand.click(topDialog(page).getByRole('button', { name: '生成邀请链接' }))
  const link = await topDialog(page).getByLabel('任务员工的邀请链接').innerText()
  await hand.click(topDialog(page).getByRole('button', { name: '我已转交' }))
  const theirs = await otherBrowser()
  await theirs.page.goto(link)
  await theirs.type(theirs.page.locator('[name=newPassword]'), THEIR_PASSWORD)
  await theirs.type(theirs.page.locator('[name=checkPass]'), THEIR_PASSWORD)
  await theirs.press('Enter')
  await theirs.page.waitForURL(/\/home/)
  await theirs.click(theirs.page.getByRole('button', { name: '资产管理' }))
  await theirs.click(theirs.page.locator('.s-nav').getByRole('link', { name: '充电站', exact: true }))
  const rows = theirs.page.locator('.w-table tbody tr')
  await theirs.sees(rows.filter({ hasText: THEIR_STATION }))
  insist((await rows.count()) === 1, `the employee sees ${await rows.count()} stations`)
}

/** Two windows on one station: the change of one is seen in the other, and does not take what is half typed there. */
async function workInTwoWindows({ hand, secondWindow }: Stage): Promise<void> {
  const other = await secondWindow()
  for (const one of [hand, other]) {
    await one.start('/device/station')
    await one.click(one.page.locator('.w-table').getByRole('button', { name: 'SZ003', exact: true }))
    await one.click(topDialog(one.page).getByRole('button', { name: '编辑' }))
  }
  const [mine, theirs] = [topDialog(hand.page), topDialog(other.page)]
  const alias = freshName('别名')
  await hand.type(fieldOf(mine, 'address'), '改到一半的地址')
  await other.type(fieldOf(theirs, 'anotherName'), alias)
  await other.click(theirs.getByRole('button', { name: '保存' }))
  await until('the other window shows the change', async () =>
    (await fieldOf(mine, 'anotherName').inputValue()) === alias ? true : undefined,
  )
  insist((await fieldOf(mine, 'address').inputValue()) === '改到一半的地址', 'what was half typed is gone')
  await hand.click(mine.getByRole('button', { name: '保存' }))
  await hand.seesGone(fieldOf(mine, 'address'))
}

/** A stranger looks round by the free trial; what is personal stays masked, and how long it lasts is said. */
async function lookRoundAsGuest({ otherBrowser, product }: Stage): Promise<void> {
  const guest = await otherBrowser()
  const { page } = guest
  await page.goto(`${product.url}/jkweb/login`)
  await guest.click(page.getByRole('button', { name: '免登录体验' }))
  await page.waitForURL(/\/home/)
  await guest.sees(page.getByText(/不能修改/))
  await guest.click(page.getByRole('link', { name: '订单', exact: true }))
  await guest.click(page.locator('.w-table tbody tr').filter({ hasText: '已结算' }).first().getByRole('button').first())
  await guest.sees(topDialog(page).getByText('已重新计算并核对'))
  await guest.click(topDialog(page).getByRole('tab', { name: '资料' }))
  await guest.sees(topDialog(page).getByText(/\*\*/))
}

export const peopleTasks: readonly Task[] = [
  {
    name: 'an employee of one station is invited and sees it',
    bound: { clicks: 12, source: 'first count' },
    run: inviteOneStationEmployee,
  },
  { name: 'two windows on one record', bound: { clicks: 6, source: 'first count' }, run: workInTwoWindows },
  { name: 'a guest reads an order', bound: { clicks: 4, source: 'first count' }, run: lookRoundAsGuest },
]
