import { aPayingMember } from '@wattyard/payments/testing'
import { col } from '@wattyard/server-kit'
import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { inDatabase } from './people.ts'
import { aPile, connect } from './piles.ts'
import { expect, test } from './test.ts'

/** A member with money and a card, at the company of a pile. */
const aDriver = (identity: string) =>
  inDatabase(db =>
    db.platform(async tx => {
      const [pile] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from assets_pile where identity = $1', [
        identity,
      ])
      if (!pile) throw new Error(`no pile ${identity}`)
      return aPayingMember(tx, pile.tenant_id, { principal: 20_000n })
    }),
  )

test('a charge is started for a member’s card, and the command is followed to its order', async ({ page }) => {
  const errors = watchErrors(page)
  const made = await aPile()
  const driver = await aDriver(made.identity)
  const pile = await connect(made)
  await pile.call('BootNotification', { chargePointVendor: 'Journey', chargePointModel: 'J1' })
  await pile.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' })
  await signIn(page)
  await openPage(page, '/device/deviceView')
  await page.getByText(made.identity).first().click()
  const drawer = page.locator('dialog[open]').first()
  await drawer.getByRole('tab', { name: '远程指令' }).click()
  await drawer.getByRole('button', { name: '远程启动' }).first().click()
  const form = page.getByRole('dialog', { name: '远程启动' })

  await test.step('nonsense is refused at its field, and nothing is sent', async () => {
    await form.getByText('输入卡号').click()
    await form.getByLabel('卡号', { exact: true }).fill('😀 卡')
    await form.getByRole('button', { name: '远程启动' }).click()
    await expect(form.getByText('卡号只含字母、数字和半角符号')).toBeVisible()
    expect(await violations(page, 'dialog[open]')).toEqual([])
  })

  await test.step('a member is found by the end of the card', async () => {
    await form.getByText('选择会员或卡').click()
    // What was said of an empty field goes with the choice, not with the next try.
    await form.getByRole('button', { name: '远程启动' }).click()
    await expect(form.getByText('请填写此项')).toBeVisible()
    const [flaw, hint] = await Promise.all(
      ['请填写此项', /^按姓名/].map(text => form.getByText(text).evaluate(one => one.getBoundingClientRect().toJSON())),
    )
    expect(hint.top).toBeGreaterThanOrEqual(flaw.bottom)
    await form.getByRole('combobox', { name: '会员或卡' }).fill(driver.tag.slice(-4))
    await page.locator('.ant-select-item-option', { hasText: '测试会员' }).first().click()
    await expect(form.getByText('请填写此项')).toHaveCount(0)
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-form.png` })
    await form.getByRole('button', { name: '远程启动' }).click()
    await expect(form).toHaveCount(0)
  })

  const asked = await pile.asked()
  expect(asked.action).toBe('RemoteStartTransaction')
  pile.answer(asked.id, { status: 'Accepted' })
  const row = drawer.locator('.ch-sent > li').first()
  await expect(row).toContainText('1 号枪')
  await expect(row).toContainText(`${driver.tag.slice(-4)}`)
  await expect(row).toContainText('等待开始充电')
  await pile.call('StartTransaction', {
    connectorId: 1,
    idTag: driver.tag,
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })
  await expect(row).toContainText('已开始充电', { timeout: 20_000 })
  await expect(row.getByRole('link', { name: /^订单 / })).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  if (process.env.SHOT) {
    await page.screenshot({ path: `${process.env.SHOT}-row.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${process.env.SHOT}-row390.png` })
  }
  // A gun that is charging is stopped where it was started.
  const gun = drawer.locator('.ch-command-row').filter({ hasText: '1 号枪' })
  await expect(gun.getByRole('button', { name: '远程启动' })).toHaveCount(0)
  await gun.getByRole('button', { name: '远程停止' }).click()
  const question = page.getByRole('dialog', { name: '远程停止' })
  await expect(question.getByRole('button', { name: '远程停止' })).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()

  await test.step('it is stopped from monitoring, and the drawer follows it to its bill', async () => {
    await openPage(page, `/znyy/orderMonitoring?q=${made.identity}`)
    await page.getByRole('button', { name: `远程停止 ${made.identity} · 1` }).click()
    await page
      .getByRole('dialog', { name: /远程停止/ })
      .getByRole('button', { name: '远程停止' })
      .click()
    const stop = await pile.asked()
    expect(stop.action).toBe('RemoteStopTransaction')
    pile.answer(stop.id, { status: 'Accepted' })
    const order = page.locator('dialog[open]').first()
    await expect(order.getByText('停止中').first()).toBeVisible()
    await pile.call('StopTransaction', {
      transactionId: stop.payload['transactionId'],
      meterStop: 10,
      timestamp: new Date().toISOString(),
      reason: 'Remote',
    })
    await expect(order.getByText('已结算').first()).toBeVisible({ timeout: 20_000 })
    await expect(order.getByRole('button', { name: '远程停止' })).toHaveCount(0)
  })
  await pile.close()
  expect(errors).toEqual([])
})
