import { insist } from '../harness/scenario.ts'
import { fieldOf, topDialog } from './hand.ts'
import type { Stage, Task } from './task.ts'

/** The abnormal order that stands first at home, settled by its estimate. */
async function settleAnAbnormalOrder({ hand, admin }: Stage): Promise<void> {
  const { page } = hand
  await hand.click(page.locator('main li').filter({ hasText: '电量异常待核' }).getByRole('button', { name: '处理' }))
  const row = page.locator('.w-table tbody tr').first().getByRole('button').first()
  const orderNo = await row.innerText()
  await hand.click(row)
  await hand.click(topDialog(page).getByRole('button', { name: '采用估算' }))
  const question = page.getByRole('dialog', { name: '采用估算' })
  await hand.type(fieldOf(question, 'reason'), '表码清零，现场已核对')
  await hand.click(question.getByRole('button', { name: '采用估算' }))
  await hand.seesGone(question)
  const { data } = await admin.post('/api/charging/order/list', { filter: { orderNo } })
  const [order] = (data as { list: { orderNo: string; state: string }[] }).list // the declared answer
  insist(order?.orderNo === orderNo && order.state === 'settled', `${orderNo} is ${order?.state ?? 'not there'}`)
}

/** From an order to what its pile sent, what was charged for and what was posted, all on one sheet. */
async function traceAnOrder({ hand }: Stage): Promise<void> {
  const { page } = hand
  await hand.start('/cwdata2/orderDeatil')
  const settled = page.locator('.w-table tbody tr').filter({ hasText: '已结算' }).first()
  await hand.click(settled.getByRole('button').first())
  const sheet = topDialog(page)
  for (const part of [
    /已重新计算并核对/,
    /StartTransaction|TransactionEvent/,
    /充电会话/,
    /分时计费/,
    /每一分钱的去向/,
  ])
    await hand.sees(sheet.getByText(part))
}

export const orderTasks: readonly Task[] = [
  {
    name: 'an abnormal order is settled by its estimate',
    bound: { clicks: 4, source: 'first walk' },
    run: settleAnAbnormalOrder,
  },
  { name: 'from an order to its frames and postings', bound: { clicks: 1, source: 'first walk' }, run: traceAnOrder },
]
