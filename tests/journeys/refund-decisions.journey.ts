import { openPage, signIn, untranslated, violations, watchErrors } from './console.ts'
import { anotherBrowser, aPerson, ask, freshName, KNOWN_PASSWORD } from './people.ts'
import { expect, type Page, test } from './test.ts'

interface Refund {
  id: string
  number: string
  name: string
}

/** A refund of 300.00 whose asker waits for another person. */
async function aRefund(page: Page): Promise<Refund> {
  const name = freshName('付款')
  const { id: member } = await ask<{ id: string }>(page, '/api/member/member/save', { name })
  const { list } = await ask<{ list: { id: string; kind: string }[] }>(page, '/api/payments/channel/list', {
    filter: { state: 'open' },
  })
  const channel = list.find(one => one.kind === 'bank')?.id
  await ask(page, '/api/member/member/topUp', { id: member, principal: '500', gift: '0', channel })
  const refund = await ask<{ id: string; number: string }>(page, '/api/wallet/refundBill/ask', {
    member,
    cause: 'consumer',
    amount: '300',
    reason: '不再使用',
  })
  await ask(page, '/api/wallet/refundBill/approve', { id: refund.id })
  return { ...refund, name }
}

test('who asked for a refund hears what came of it, and granted money waits on home until it is paid', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  await signIn(page)
  const [rejected, granted] = [await aRefund(page), await aRefund(page)]
  const { loginName } = await aPerson('admin')
  const other = await anotherBrowser(browser)
  const otherErrors = watchErrors(other)
  await signIn(other, { user: loginName, password: KNOWN_PASSWORD })

  // The list begins with the record it was opened from, and stays when its request has ended: others wait in it.
  await openPage(other, `/wallet/refundBill?open=${rejected.id}`)
  const detail = other.getByRole('dialog').first()
  await detail.getByRole('button', { name: '查看' }).click()
  const list = other.getByRole('dialog', { name: '待审批' })
  const first = list.getByRole('article').first()
  await expect(list.getByRole('heading', { name: /当前记录/ })).toBeVisible()
  await expect(first).toContainText(rejected.number)
  expect(await violations(other, 'dialog[open]')).toEqual([])
  await first.getByRole('button', { name: '驳回' }).click()
  const question = other.getByRole('dialog', { name: '驳回' })
  await question.getByRole('textbox').fill('先核对')
  await question.getByRole('button', { name: '驳回' }).click()
  await expect(question).toHaveCount(0)
  await expect(detail.getByText(/等待另一人审批/)).toHaveCount(0)
  await expect(list.getByRole('article').filter({ hasText: granted.number })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  // The question names member and amount; who asked reads the reason and is led to the refund.
  await detail.getByRole('button', { name: '驳回' }).click()
  const rejecting = other.getByRole('dialog', { name: '驳回' })
  await expect(rejecting.getByText(`会员：${rejected.name} · 金额：¥300.00`)).toBeVisible()
  await rejecting.getByRole('textbox').fill('资料不全')
  await rejecting.getByRole('button', { name: '驳回' }).click()
  await expect(rejecting).toHaveCount(0)
  await ask(other, '/api/wallet/refundBill/approve', { id: granted.id })
  await openPage(page, '/home')
  await page.getByRole('button', { name: /条未读消息$/ }).click()
  const inbox = page.getByRole('dialog', { name: '消息' })
  // Who asked may pay out as well, and hears of both by one message.
  await expect(inbox.getByText(`退款已同意，待付款：${granted.number}`)).toBeVisible()
  await expect(inbox.getByText(granted.number)).toHaveCount(1)
  await inbox
    .getByRole('button', { name: `退款已驳回：${rejected.number} · 资料不全` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`refundBill\\?open=${rejected.id}`))
  const ended = page.getByRole('dialog').first()
  await expect(ended.getByText('已驳回').first()).toBeVisible()
  // Nothing of the wallet was taken.
  await expect(ended.getByText('扣减本金')).toHaveCount(0)

  // Home of whoever may pay leads to what is to be paid.
  await openPage(page, '/home')
  await page.getByText('待付款的退款').click()
  await expect(page).toHaveURL(/refundBill\?part=payouts&f\.state=waiting/)
  await expect(page.getByText(granted.name).first()).toBeVisible()

  // Another way: its second person sees whose money it is, which way it leaves, and that somebody else gets it.
  const parts = await ask<{ list: { id: string; number: string }[] }>(page, '/api/payments/refundPart/list', {
    filter: { refund: granted.id },
  })
  const part = parts.list[0]
  const { list: channels } = await ask<{ list: { id: string; kind: string }[] }>(page, '/api/payments/channel/list', {
    filter: { state: 'open' },
  })
  await ask(page, '/api/payments/refundPart/reroute', {
    id: part?.id,
    channel: channels.find(one => one.kind === 'cash')?.id,
    payee: `${granted.name}之子`,
    reason: '会员已故',
  })
  await openPage(other, `/wallet/refundBill?part=payouts&open=${part?.id}`)
  await other.getByRole('dialog').first().getByRole('button', { name: '查看' }).click()
  const request = list.getByRole('article').first()
  await expect(request).toContainText(new RegExp(`会员\\s*${granted.name}`))
  await expect(request).toContainText(/原付款方式\s*银行转账/)
  await expect(request).toContainText(/收款人不是会员本人\s*是/)
  expect(await untranslated(other)).toEqual([])
  await request.getByRole('button', { name: '通过' }).click()
  const word = other.getByRole('dialog', { name: '通过', exact: true })
  await word.getByRole('button', { name: '通过' }).click()
  await expect(word).toHaveCount(0)
  const heirs = await ask<{ list: { id: string; state: string }[] }>(page, '/api/payments/refundPart/list', {
    filter: { refund: granted.id, state: 'waiting' },
  })
  await openPage(page, `/wallet/refundBill?part=payouts&open=${part?.id}`)
  await page.getByRole('dialog').first().getByText('改付为').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`open=${heirs.list[0]?.id}`))
  const payout = page.getByRole('dialog').first()
  await expect(payout.getByText('收款人不是会员本人')).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await openPage(page, `/wallet/refundBill?open=${granted.id}`)
  await expect(page.getByText(/部分金额后来改用其他方式付款/)).toBeVisible()
  await expect(page.getByText('扣减本金')).toBeVisible()
  await other.context().close()
  expect([...errors, ...otherErrors]).toEqual([])
})
