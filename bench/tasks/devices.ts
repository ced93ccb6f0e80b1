import { ADMIN_PASSWORD } from '../harness/product.ts'
import { insist } from '../harness/scenario.ts'
import { choiceOf, fieldOf, topDialog } from './hand.ts'
import { connectAs, freshName, type Stage, type Task, until } from './task.ts'

/** The pile that the demonstration keeps faulty: it restarts and comes back, as it would at a driver's feet. */
async function resetAFaultyPile({ hand, admin }: Stage): Promise<void> {
  const { page } = hand
  const fault = page.locator('main li').filter({ hasText: '充电桩故障' })
  await hand.click(fault.getByRole('button', { name: '重启' }))
  await hand.click(topDialog(page).getByRole('button', { name: '重启', exact: true }))
  await hand.sees(topDialog(page).getByText('已恢复在线'))
  const { data } = await admin.post('/api/device/command/list', { pageSize: 20 })
  const sent = (data as { list: { pile: string; kind: string; state: string }[] }).list.find(
    ({ kind }) => kind === 'reset', // of the declared answer, the newest first
  )
  insist(sent?.state === 'accepted', `the pile answered ${sent?.state ?? 'nothing'}`)
  const { data: piles } = await admin.post('/api/device/devicePole/list', { pageSize: 100 })
  const live = (piles as { list: { id: string; live: string }[] }).list.find(one => one.id === sent.pile)?.live // as above
  insist(live !== undefined && live !== 'offline', `the pile is ${live ?? 'nowhere'}`)
}

/** Station, pile, key and connection test in one wizard; a simulated pile connects with what the screen shows. */
async function makeAStationWithAPile({ hand, admin, product }: Stage): Promise<void> {
  const { page } = hand
  const code = freshName('T')
  const dialog = topDialog(page)
  const next = dialog.getByRole('button', { name: '下一步' })
  await hand.click(page.getByRole('button', { name: '资产管理' }))
  await hand.click(page.locator('.s-nav').getByRole('link', { name: '充电站', exact: true }))
  await hand.click(page.getByRole('button', { name: '建站向导' }))
  await hand.type(fieldOf(dialog, 'code'), code)
  await hand.type(fieldOf(dialog, 'name'), `任务站 ${code}`)
  await hand.type(fieldOf(dialog, 'address'), '深南大道 1 号')
  await hand.type(fieldOf(dialog, 'location'), '114.05')
  await hand.type(dialog.locator('[data-field="location"] input').nth(1), '22.54')
  await hand.click(dialog.locator('[data-field="operator"] .ant-select'))
  await hand.click(choiceOf(page, '运营中心'))
  await hand.click(next)
  await hand.sees(page.getByRole('heading', { name: '面向车主与供电' }))
  await hand.click(next)
  await hand.click(dialog.locator('[data-field="model"] .ant-select'))
  await hand.click(choiceOf(page, '120kW 双枪'))
  await hand.click(next)
  await hand.type(dialog.getByLabel('台数'), '1')
  await hand.click(dialog.getByRole('button', { name: '生成编号', exact: true }))
  await hand.click(next)
  await hand.click(dialog.getByRole('button', { name: '创建充电站和充电桩' }))
  await hand.click(page.getByRole('button', { name: '为 1 台生成密钥' }))
  await hand.type(page.locator('input[type=password]').last(), ADMIN_PASSWORD)
  await hand.press('Enter')
  const sheet = topDialog(page)
  const key = await sheet.getByLabel('密钥（密码）', { exact: true }).innerText()
  const address = await sheet.getByLabel('网关地址', { exact: true }).innerText()
  const identity = address.split('/').at(-1) ?? ''
  insist(address.startsWith(product.url.replace('http', 'ws')), `the gateway is at ${address}`)
  await hand.sees(sheet.getByText('等待充电桩的第一条报文'))
  const pile = await connectAs(address, identity, key)
  await pile.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'T1' })
  await hand.sees(sheet.getByText(/已收到 BootNotification/))
  await hand.sees(sheet.getByRole('img', { name: /二维码/ }).or(sheet.locator('svg, canvas, img')))
  await hand.click(sheet.getByRole('button', { name: '已写入，关闭' }))
  await until('the pile is online', async () => {
    const { data } = await admin.post('/api/device/devicePole/list', { q: code })
    const [one] = (data as { list: { live: string }[] }).list // the declared answer
    return one && one.live !== 'offline' && one.live !== 'never' ? one : undefined
  })
  await pile.close()
}

export const deviceTasks: readonly Task[] = [
  { name: 'a faulty pile is reset and seen back', bound: { clicks: 6, source: 'first walk' }, run: resetAFaultyPile },
  {
    name: 'station, pile, key, first message',
    bound: { clicks: 15, source: 'first count' },
    run: makeAStationWithAPile,
  },
]
