import { insist } from '../harness/scenario.ts'
import { choiceOf, fieldOf, topDialog } from './hand.ts'
import { freshName, type Stage, type Task } from './task.ts'

const PERIODS = ['谷', '平', '峰', '尖']

/** A policy from a province's template, priced, published and in force at one station. */
async function makeAPrice({ hand, admin }: Stage): Promise<void> {
  const { page } = hand
  const name = freshName('任务电价')
  await hand.click(page.getByRole('button', { name: '资产管理' }))
  await hand.click(page.locator('.s-nav').getByRole('link', { name: '运营价格', exact: true }))
  await hand.click(page.getByRole('button', { name: '新建价格策略' }))
  await hand.type(fieldOf(topDialog(page), 'code'), freshName('T'))
  await hand.type(fieldOf(topDialog(page), 'name'), name)
  await hand.click(topDialog(page).getByRole('button', { name: '保存' }))
  const draft = page.getByRole('dialog', { name: '新建草稿' })
  await hand.type(draft.getByPlaceholder('搜索省份'), '深圳')
  await hand.click(draft.getByText('深圳', { exact: true }))
  for (const [at, period] of PERIODS.entries()) {
    await hand.type(draft.getByLabel(`${period} 电费`, { exact: true }), `0.${at + 3}`)
    await hand.type(draft.getByLabel(`${period} 服务费`, { exact: true }), '0.4')
  }
  await hand.click(draft.getByRole('button', { name: '新建草稿' }))
  await hand.click(page.getByRole('button', { name: '发布…' }))
  const publish = topDialog(page)
  await hand.click(publish.getByLabel('选择充电站').last())
  await hand.typeOn('龙城')
  await hand.sees(choiceOf(page, '龙城湖畔充电站'))
  await hand.press('Enter')
  await hand.press('Escape')
  await hand.click(publish.getByRole('button', { name: '发布并分配' }))
  await hand.sees(page.getByText('版本 1 已发布'))
  const { data } = await admin.post('/api/pricing/assignment/list', { pageSize: 100 })
  const policy = /policy=([0-9a-f-]{36})/.exec(page.url())?.[1]
  const { list } = data as { list: { policy: string; level: string }[] } // the declared answer
  insist(
    list.some(one => one.policy === policy && one.level === 'station'),
    `${name} is assigned to no station`,
  )
}

export const priceTasks: readonly Task[] = [
  { name: 'a price is made, published, assigned', bound: { clicks: 9, source: 'first count' }, run: makeAPrice },
]
