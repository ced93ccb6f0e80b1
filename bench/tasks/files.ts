import { readFileSync } from 'node:fs'
import { insist } from '../harness/scenario.ts'
import { topDialog } from './hand.ts'
import { freshName, type Stage, type Task } from './task.ts'

/** The day that waits for its close, with what is carried over acknowledged and explained. */
async function closeADay({ hand, admin }: Stage): Promise<void> {
  const { page } = hand
  await hand.click(page.locator('main li').filter({ hasText: '待日结' }).getByRole('button', { name: /^日结/ }))
  const dialog = topDialog(page)
  const day = /\d{4}-\d\d-\d\d/.exec(await dialog.getByRole('heading').first().innerText())?.[0] ?? ''
  await hand.sees(dialog.getByRole('checkbox'))
  for (const box of await dialog.getByRole('checkbox').all()) await hand.click(box)
  await hand.type(dialog.locator('textarea'), '异常订单次日处理')
  await hand.click(dialog.getByRole('button', { name: `日结 ${day}` }))
  await hand.seesGone(dialog)
  const { data } = await admin.post('/api/finance/dayClose/list', { pageSize: 5 })
  const closed = (data as { list: { day: string; state: string }[] }).list.find(one => one.day === day) // declared
  insist(closed?.state === 'sealed', `${day} is ${closed?.state ?? 'open'}`)
}

/** The list of stations as a workbook. */
async function exportAList({ hand }: Stage): Promise<void> {
  const { page } = hand
  await hand.start('/device/station')
  await hand.click(page.getByRole('button', { name: '导出', exact: true }))
  const coming = page.waitForEvent('download')
  await hand.click(topDialog(page).getByRole('button', { name: '导出', exact: true }))
  const file = await coming
  insist(/^充电站.*\.xlsx$/.test(file.suggestedFilename()), `the file is named ${file.suggestedFilename()}`)
  insist(readFileSync(await file.path()).length > 2_000, 'the workbook is empty')
}

const HEAD = '充电站编号,充电站名称,运营商,充电站类型,地址,经纬度,车位数,时区'
const rowOf = (code: string, bays: string): string =>
  `${code},任务导入站 ${code},绿途南山运营中心,公共,深南大道 2 号,"114.05,22.54",${bays},Asia/Shanghai`

/** A file of two stations, of which one is wrong: the good one comes in, the other goes back to be mended. */
async function importAFile({ hand, admin }: Stage): Promise<void> {
  const { page } = hand
  const code = freshName('I')
  await hand.start('/device/station')
  await hand.click(page.getByRole('button', { name: '导入', exact: true }))
  const dialog = topDialog(page)
  const text = [HEAD, rowOf(code, '8'), rowOf(`${code}X`, '-3')].join('\r\n')
  await hand.giveFile(dialog.locator('input[type=file]'), {
    name: '充电站.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${text}`),
  })
  await hand.click(dialog.getByRole('button', { name: '检查' }))
  await hand.click(dialog.getByRole('button', { name: '导入 1 行' }))
  const coming = page.waitForEvent('download')
  await hand.click(dialog.getByRole('button', { name: /下载.*行/ }))
  const wrong = readFileSync(await (await coming).path())
  insist(wrong.length > 0, 'the file of refused rows is empty')
  const { data } = await admin.post('/api/device/station/list', { q: code })
  const codes = (data as { list: { code: string }[] }).list.map(one => one.code) // the declared answer
  insist(codes.length === 1 && codes[0] === code, `imported: ${codes.join(', ')}`)
}

export const fileTasks: readonly Task[] = [
  { name: 'a day is closed', bound: { clicks: 3, source: 'first walk' }, run: closeADay },
  { name: 'a list is exported', bound: { clicks: 2, source: 'first walk' }, run: exportAList },
  { name: 'a file with a wrong row is imported', bound: { clicks: 5, source: 'first count' }, run: importAFile },
]
