import { insist } from '../harness/scenario.ts'
import { type Stage, type Task, until } from './task.ts'

/** Language, colour, size, tabs, palette and the chosen station, each once and each seen to hold. */
async function arrangeTheConsole({ hand }: Stage): Promise<void> {
  const { page } = hand
  await hand.click(page.getByRole('button', { name: '中文' }))
  await hand.click(
    page.getByRole('menuitemradio', { name: 'English' }).or(page.getByRole('menuitem', { name: 'English' })),
  )
  await hand.sees(page.getByRole('button', { name: 'All stations' }))
  await hand.click(page.getByRole('button', { name: 'Appearance' }))
  await hand.click(page.getByText('Dark', { exact: true }))
  await hand.click(page.getByText('Small', { exact: true }))
  await hand.press('Escape')
  const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme')
  insist(scheme === 'dark', `the console is ${String(scheme)}`)
  await hand.press('Control+k')
  await hand.sees(page.getByRole('combobox'))
  await hand.typeOn('SZ003')
  await hand.sees(page.getByRole('option').filter({ hasText: 'SZ003' }))
  await hand.press('Enter')
  await hand.sees(page.getByRole('dialog').filter({ hasText: 'SZ003-01' }))
  await hand.press('Escape')
  await hand.click(page.getByRole('button', { name: /All stations$/ }))
  await hand.click(page.getByRole('button', { name: /沙浦物流园/ }).first())
  await until('the list has the ten piles of the station', async () =>
    (await page.locator('.w-table tbody tr').count()) === 10 ? true : undefined,
  )
  await hand.click(page.locator('[role="tab"][data-path="/home"]'))
  await hand.sees(page.getByRole('heading', { level: 1, name: /Good/ }))
  insist(page.url().includes('/home'), `the tab leads to ${page.url()}`)
}

export const shellTasks: readonly Task[] = [
  {
    name: 'language, colour, size, palette, tabs, station',
    bound: { clicks: 8, source: 'first count' },
    run: arrangeTheConsole,
  },
]
