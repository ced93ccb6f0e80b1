import { payFromWallets } from '@wattyard/members/server'
import { aPayment } from '@wattyard/members/testing'
import { fen, ppm } from '@wattyard/money'
import { col, newId } from '@wattyard/server-kit'
import { makePrivateKey, publicPemOf, type StandIn, startStandIn } from '@wattyard/app-simulator/wechat-pay'
import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { ask, freshName, inDatabase } from './people.ts'
import { expect, type Page, test } from './test.ts'

const SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'
const APIV3_KEY = 'a-key-of-the-journey-32-letters-'
const APP = 'wx0000000000000001'

/** A merchant number that no other run of this journey has: one merchant is one channel. */
const merchantNo = `19${String(Date.now()).slice(-8)}`
const privateKey = makePrivateKey()

/** Starts WeChat Pay's stand-in where the product looks for it. */
function standIn(): Promise<StandIn> {
  const merchant = {
    mchid: merchantNo,
    appids: [APP],
    apiV3Key: APIV3_KEY,
    certificates: [{ serial: SERIAL, publicKey: publicPemOf(privateKey) }],
    mode: 'publicKey' as const,
    rate: ppm(6_000n),
  }
  return startStandIn({
    merchants: [merchant],
    port: Number(process.env.WATTYARD_STAND_IN_PORT),
    controlPort: 0,
    routes: { 'https://pay.example.com': process.env.WATTYARD_URL ?? '' },
  })
}

/** The payer scans the code, and does something with it. */
async function payer(wechat: StandIn, page: Page, member: string, does: 'pays' | 'leaves'): Promise<void> {
  const { list } = await ask<{ list: { code: string }[] }>(page, '/api/payments/codePayment/list', {
    filter: { member },
  })
  const answer = await fetch(`${wechat.controlUrl ?? ''}/payer`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: list[0]?.code, does }),
  })
  expect(answer.status).toBe(200)
}

test('a merchant is connected, a code is shown, its payer pays, and the page says so by itself', async ({ page }) => {
  const errors = watchErrors(page)
  const wechat = await standIn()
  try {
    await signIn(page)
    const name = freshName('扫码')
    const member = await ask<{ id: string }>(page, '/api/member/member/save', { name })
    await inDatabase(db =>
      db.platform(async tx => {
        const [home] = await tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home')
        const of = { tenantId: home?.tenant_id ?? '', memberId: member.id }
        // Of no order: the verifier looks for those that settlements name.
        const source = { type: 'journey.debt', id: newId() }
        await payFromWallets(tx, [aPayment(of, { source, electricity: fen(2_000n), receivable: fen(2_000n) })])
      }),
    )
    const channelName = freshName('微信')
    const made = await ask<{ id: string }>(page, '/api/payments/channel/save', {
      code: freshName('WX').slice(-20),
      name: channelName,
      kind: 'wechat',
      merchantNo,
      appNo: APP,
    })

    await test.step('keys are entered once and never shown again', async () => {
      await openPage(page, `/wallet/buyBill?part=channels&open=${made.id}`)
      const detail = page.getByRole('dialog').first()
      await expect(detail).toContainText('请先录入商户密钥')
      await detail.getByRole('button', { name: '录入密钥' }).click()
      const form = page.getByRole('dialog', { name: '录入密钥' })
      await form.getByLabel('商户证书序列号').fill(SERIAL)
      await form.getByLabel('商户私钥').fill('not a key at all')
      await form.getByLabel('APIv3 密钥').fill(APIV3_KEY)
      await form.getByRole('button', { name: '录入密钥' }).click()
      await expect(form.getByText('不是 RSA 私钥')).toBeVisible()
      errors.length = 0
      const { id, pem } = wechat.keys.publicKey()
      await form.getByLabel('商户私钥').fill(privateKey)
      await form.getByLabel('微信支付公钥 ID').fill(id)
      await form.getByLabel('微信支付公钥', { exact: true }).fill(pem)
      expect(await violations(page, 'dialog[open]')).toEqual([])
      await form.getByRole('button', { name: '录入密钥' }).click()
      await expect(form).toHaveCount(0)
      await ask(page, '/api/payments/channel/open', { id: made.id })
      const kept = await ask<Record<string, unknown>>(page, '/api/payments/channel/get', { id: made.id })
      expect(JSON.stringify(kept)).not.toContain(APIV3_KEY)
      const history = await ask<unknown>(page, '/api/payments/channel/history', { id: made.id })
      expect(JSON.stringify(history)).not.toMatch(/a-key-of-the-journey|PRIVATE KEY/)
    })

    await test.step('the code is there within seconds', async () => {
      await openPage(page, '/wallet/buyBill')
      await page.getByRole('button', { name: '发起收款' }).click()
      const form = page.getByRole('dialog', { name: '发起收款' })
      await form.getByRole('combobox', { name: '会员' }).fill(name)
      await page.locator('.ant-select-item-option', { hasText: name }).first().click()
      await form.getByLabel('收款金额').fill('66.6')
      await form.getByRole('combobox', { name: '支付渠道' }).click()
      await page.locator('.ant-select-item-option', { hasText: channelName }).first().click()
      await form.getByRole('button', { name: '发起收款' }).click()
      await expect(form).toHaveCount(0)
    })
    const detail = page.getByRole('dialog').first()
    await expect(detail.getByRole('figure', { name: '收款码，金额 ¥66.60' })).toBeVisible()
    await expect(detail).toContainText('请付款人用微信扫一扫')
    await expect(detail).toContainText(/剩余 1[45]:\d\d/)
    expect(await violations(page, 'dialog[open]')).toEqual([])
    expect(await untranslated(page)).toEqual([])

    const { list } = await ask<{ list: { number: string }[] }>(page, '/api/payments/codePayment/list', {
      filter: { member: member.id },
    })
    const number = list[0]?.number ?? ''
    await payer(wechat, page, member.id, 'leaves')
    await payer(wechat, page, member.id, 'pays')
    // Nobody touches the page: what the channel told arrives on it.
    await expect(detail).toContainText('已收款并入账')
    await expect(detail).toContainText('其中 ¥20.00 抵扣欠款，¥46.60 充入钱包')
    await expect(detail.getByRole('figure')).toHaveCount(0)
    const wallet = await ask<Record<string, unknown>>(page, '/api/member/member/get', { id: member.id })
    expect(wallet).toMatchObject({ principal: '46.60', owed: '0.00' })
    await openPage(page, '/wallet/buyBill')
    await page.getByPlaceholder('搜索充值单号 / 收据号').fill(number)
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('66.60')

    await page.setViewportSize({ width: 390, height: 844 })
    await openPage(page, '/wallet/buyBill?part=codes')
    await expect(page.getByText('66.60').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(errors).toEqual([])
  } finally {
    await wechat.stop()
  }
})
