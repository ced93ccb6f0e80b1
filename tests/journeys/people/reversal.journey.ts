import { col } from '@wattyard/server-kit'
import { aPayingMember } from '@wattyard/payments/testing'
import { expect, test } from '../test.ts'
import { openPage, productUrl, signIn, untranslated, watchErrors } from '../console.ts'
import { anotherBrowser, aPerson, inDatabase, KNOWN_PASSWORD } from '../people.ts'

/** A top-up of a new member; its id. */
async function aTopUp(): Promise<string> {
  return inDatabase(async db => {
    const [home] = await db.platform(tx =>
      tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home'),
    )
    if (!home) throw new Error('the demonstration has no tenant')
    return db.tenant(home.tenant_id, async tx => {
      const { memberId } = await aPayingMember(tx, home.tenant_id, { principal: 10_000n })
      const [found] = await tx.query(
        { id: col.uuid },
        'select id from payments_payment where tenant_id = $1 and member_id = $2',
        [home.tenant_id, memberId],
      )
      return found?.id ?? ''
    })
  })
}

test('a reversal that waits is marked on the top-up, is not offered twice, and its approval is seen at once', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page)
  const id = await aTopUp()
  await signIn(page)
  await openPage(page, `/wallet/buyBill?open=${id}`)
  const detail = page.getByRole('dialog')
  const menu = detail.getByRole('button', { name: '的操作' })
  await menu.click()
  await page.getByRole('menuitem', { name: '冲正这笔充值' }).click()
  const question = page.getByRole('dialog', { name: '冲正', exact: true })
  await question.locator('input, textarea').first().fill('记错了会员')
  await question.getByRole('button', { name: '冲正' }).click()
  await expect(detail.getByText('申请“冲正”，等待另一人审批')).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  // A reversal is all that this person could do with it.
  await expect(menu).toHaveCount(0)

  const other = await anotherBrowser(browser)
  const { loginName } = await aPerson('admin')
  await signIn(other, { user: loginName, password: KNOWN_PASSWORD })
  const token = (await other.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? ''
  const ask = async (path: string, body: Record<string, unknown>) =>
    (
      await other.request.post(`${productUrl()}/chg/api/platform/approval/${path}?token=${token}`, {
        data: body,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    ).json() as Promise<{ success: boolean; msg: string; data: { list: { id: string; reason: string }[] } }>
  const { data } = await ask('list', { filter: { state: 'waiting', resource: 'ledger.journal' } })
  const waiting = data.list.find(one => one.reason === '记错了会员')
  expect(await ask('approve', { id: waiting?.id })).toMatchObject({ success: true })
  await other.context().close()

  // Neither the detail nor the list behind it has been loaded again by hand.
  await expect(detail.getByText('已冲正').first()).toBeVisible()
  await expect(detail.getByText('等待另一人审批')).toHaveCount(0)
  expect(errors).toEqual([])
})
