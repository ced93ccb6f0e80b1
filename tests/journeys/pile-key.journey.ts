import { expect, test } from './test.ts'
import { addPile } from '@wattyard/assets/server'
import { connectPile, refusalOf } from '@wattyard/gateway/testing'
import { col } from '@wattyard/server-kit'
import { ADMIN_PASSWORD } from '../support/running-server.ts'
import { openPage, productUrl, signIn, standsStill, violations, watchErrors } from './console.ts'
import { aPerson, freshName, inDatabase, KNOWN_PASSWORD } from './people.ts'

/** Live status of a pile that is connected, as the head of its detail says it. */
const HEARD = /^(空闲|充电中|占用|故障|不可用)$/

test('a pile takes a key that it is sent, and comes back with it', async ({ page }) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/device/devicePole?q=SZ002-03')
  await page.getByText('SZ002-03', { exact: true }).first().click()
  await expect(page.getByRole('dialog').getByText(HEARD).first()).toBeVisible()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await page.getByRole('button', { name: '更换并下发密钥' }).click()
  const password = page.locator('input[type=password]').last()
  await password.fill('not-the-password')
  await password.press('Enter')
  await expect(page.getByText(/密码不正确|密码错误/).first()).toBeVisible()
  await password.fill(ADMIN_PASSWORD)
  await password.press('Enter')
  await expect(page.getByText('充电桩已启用新密钥，旧密钥失效')).toBeVisible()
  await expect(page.getByLabel('新密钥', { exact: true })).toHaveText(/^[0-9a-f]{40}$/)
  // The line that the former key opened is gone, and the pile is in again.
  await page.getByRole('tab', { name: '概览' }).click()
  await expect(page.getByRole('dialog').getByText(HEARD).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a new key ends the connection of the former one at once, and is to be carried to the pile', async ({ page }) => {
  await signIn(page)
  await openPage(page, '/device/devicePole?q=SZ002-04')
  await page.getByText('SZ002-04', { exact: true }).first().click()
  await expect(page.getByRole('dialog').getByText(HEARD).first()).toBeVisible()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await page.getByRole('button', { name: '更换密钥' }).click()
  const password = page.locator('input[type=password]').last()
  await password.fill(ADMIN_PASSWORD)
  await password.press('Enter')
  // The whole of it, as for a first key, until somebody has it.
  const sheet = page.getByRole('dialog', { name: 'SZ002-04 的接入信息' })
  await expect(sheet.getByLabel('密钥（密码）', { exact: true })).toHaveText(/^[0-9a-f]{40}$/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('等待充电桩的第一条报文')).toBeVisible()
  await sheet.getByRole('button', { name: '已写入，关闭' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('tab', { name: '概览' }).click()
  await expect(page.getByText('离线', { exact: true }).first()).toBeVisible()
})

test('a new pile shows its key once and is heard: first with a wrong key, then with the right one', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  await openPage(page, '/device/devicePole')
  await page.getByRole('button', { name: '新建充电桩' }).click()
  const form = page.locator('dialog[open]').last()
  const code = freshName('K').slice(0, 20)
  for (const field of ['code', 'name', 'identity'])
    await form.locator(`[data-field="${field}"] input`).first().fill(code)
  await form.locator('[data-field="station"] input').first().click()
  await page.locator('.ant-select-item-option').first().click()
  await form.locator('[data-field="power"] input').first().fill('120')
  await form.getByRole('button', { name: '保存' }).click()
  await page.locator('input[type=password]').last().fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: `${code} 的接入信息` })
  // A doubled Enter does not close what is shown once.
  await expect(sheet.getByRole('button', { name: '复制' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  const key = await sheet.getByLabel('密钥（密码）', { exact: true }).innerText()
  const address = await sheet.getByLabel('网关地址', { exact: true }).innerText()
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect(address).toBe(`${productUrl().replace('http', 'ws')}/ocpp/${code}`)
  await expect(sheet.getByText('等待充电桩的第一条报文')).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  // It is neither in the address of the page nor in what the browser keeps.
  expect(page.url()).not.toContain(key)
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain(key)

  const knock = async (with_: string, protocol = 'ocpp1.6') =>
    connectPile(address, protocol, `Basic ${Buffer.from(`${code}:${with_}`).toString('base64')}`)
  expect(await refusalOf(knock('ab'.repeat(20)))).toBe(401)
  await expect(sheet.getByRole('alert')).toContainText('充电桩使用了错误的密钥')
  const pile = await knock(key)
  await pile.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await expect(sheet.getByText('已收到 BootNotification（ocpp1.6）')).toBeVisible()
  await sheet.getByRole('button', { name: '已写入，关闭' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: code })).toBeVisible()
  await pile.close()
  expect(errors.filter(line => !line.includes('401'))).toEqual([])
})

test('a pile without a key has a way on in its detail', async ({ page }) => {
  const identity = freshName('N').slice(0, 20)
  const station = await inDatabase(async db => {
    const [found] = await db.platform(tx =>
      tx.query({ code: col.text }, 'select code from assets_station order by code limit 1'),
    )
    if (!found) throw new Error('the demonstration has no station')
    await db.platform(tx => addPile(tx, { identity, stationCode: found.code, qrPrefix: 'https://charge.example/c/' }))
    return found.code
  })
  expect(station).not.toBe('')
  await signIn(page)
  await openPage(page, `/device/devicePole?q=${identity}`)
  await page.getByText(identity, { exact: true }).first().click()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await page.getByRole('button', { name: '生成密钥' }).click()
  await page.locator('input[type=password]').last().fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `${identity} 的接入信息` })).toBeVisible()
  await page.getByRole('button', { name: '已写入，关闭' }).click()
  // Changing a key asks: it is another button now.
  await expect(page.getByRole('button', { name: '更换密钥' })).toBeVisible()
})

test('a sheet of several keys tells which piles have connected while it is open', async ({ page }) => {
  const piles = [freshName('M').slice(0, 20), freshName('M').slice(0, 20)]
  const station = await inDatabase(async db => {
    const [found] = await db.platform(tx =>
      tx.query({ id: col.uuid, code: col.text }, 'select id, code from assets_station order by code limit 1'),
    )
    if (!found) throw new Error('the demonstration has no station')
    for (const identity of piles)
      await db.platform(tx => addPile(tx, { identity, stationCode: found.code, qrPrefix: 'https://charge.example/c/' }))
    return found
  })
  await signIn(page)
  await openPage(page, `/device/devicePole?keys=${station.id}`)
  await page.getByRole('button', { name: /^为 \d+ 台生成密钥$/ }).click()
  await page.locator('input[type=password]').last().fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  const [first = '', second = ''] = piles
  const row = (identity: string) => page.locator('dialog[open]').last().getByRole('row').filter({ hasText: identity })
  await expect(row(first)).toContainText('等待中')
  const key = /[0-9a-f]{40}/.exec(await row(first).innerText())?.[0] ?? ''
  const address = `${productUrl().replace('http', 'ws')}/ocpp/${first}`
  const pile = await connectPile(address, 'ocpp1.6', `Basic ${Buffer.from(`${first}:${key}`).toString('base64')}`)
  await pile.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  // The sheet asks every two seconds; a shared answer of the seconds before would make it twice that.
  await expect(row(first)).not.toContainText('等待中', { timeout: 3_500 })
  await expect(row(second)).toContainText('等待中')
  await pile.close()
})

test('who may not read of keys sees the QR codes alone, and no error', async ({ page }) => {
  const errors = watchErrors(page)
  const { loginName } = await aPerson('maintenance')
  await signIn(page, { user: loginName, password: KNOWN_PASSWORD })
  await openPage(page, '/device/devicePole?q=SZ002-04')
  await page.getByText('SZ002-04', { exact: true }).first().click()
  await page.getByRole('tab', { name: '接入与二维码' }).click()
  await expect(page.getByRole('button', { name: '打印二维码' })).toBeVisible()
  await standsStill(page)
  await expect(page.getByText('没有权限执行此操作')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0)
  expect(errors).toEqual([])
})
