import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Browser } from '@playwright/test'
import { CHROMIUM } from './harness/browser.ts'
import { signIn } from './harness/console-client.ts'
import { type Product, ROOT, startProduct } from './harness/product.ts'
import { type Figure, places } from './harness/report.ts'
import { insist, type Scenario } from './harness/scenario.ts'
import { deviceTasks } from './tasks/devices.ts'
import { fileTasks } from './tasks/files.ts'
import { emptyTally, Hand, type Tally } from './tasks/hand.ts'
import { orderTasks } from './tasks/orders.ts'
import { peopleTasks } from './tasks/people.ts'
import { priceTasks } from './tasks/prices.ts'
import { shellTasks } from './tasks/shell.ts'
import { type Stage, type Task, until } from './tasks/task.ts'

const TASKS: readonly Task[] = [
  ...deviceTasks,
  ...priceTasks,
  ...orderTasks,
  ...fileTasks,
  ...peopleTasks,
  ...shellTasks,
]
const WINDOW: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
}

interface Done {
  task: Task
  tally: Tally
  ms: number
  error: unknown
}

/** Does one task in windows of its own, which are closed afterwards. */
async function doTask(task: Task, browser: Browser, product: Product): Promise<Done> {
  const tally = emptyTally()
  const admin = await signIn(product.url)
  const cookies = admin
    .session()
    .cookie.split('; ')
    .map(pair => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: product.url,
    }))
  const context = await browser.newContext(WINDOW)
  await context.addCookies(cookies)
  const others = [context]
  const open = async (): Promise<Hand> => {
    const page = await context.newPage()
    await page.goto(`${product.url}/jkweb/home`)
    await page.locator('h1').first().waitFor()
    return new Hand(page, tally)
  }
  const stage: Stage = {
    product,
    admin,
    hand: await open(),
    secondWindow: open,
    async otherBrowser(options = {}) {
      const other = await browser.newContext({ ...WINDOW, ...options })
      others.push(other)
      return new Hand(await other.newPage(), tally)
    },
  }
  const started = performance.now()
  let error: unknown = null
  try {
    await task.run(stage)
  } catch (failure) {
    error = failure
  }
  const ms = performance.now() - started
  await Promise.all(others.map(one => one.close()))
  return { task, tally, ms, error }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function figureOf({ task: { name, bound }, tally, ms, error }: Done): Figure {
  const pages = new Set(tally.visited).size
  return {
    scenario: 'tasks',
    what: name,
    value: error
      ? 'not achieved'
      : `${counted(tally.clicks, 'click')}, ${counted(tally.fields, 'field')}, ${counted(tally.keys, 'key')}; ${counted(pages, 'page')}; ${places(ms / 1_000, 1)} s`,
    target: `≤ ${counted(bound.clicks, 'click')} (${bound.source})`,
    met: !error && tally.clicks <= bound.clicks,
  }
}

/** The demonstration's piles have connected, and the one that it keeps faulty says so. */
async function untilFault(product: Product): Promise<void> {
  const admin = await signIn(product.url)
  await until('a pile is faulty', async () => {
    const { data } = await admin.post('/api/device/devicePole/list', { pageSize: 100 })
    return (data as { list: { live: string }[] }).list.find(({ live }) => live === 'fault') // the declared answer
  })
}

async function run(): Promise<Figure[]> {
  if (!CHROMIUM || !existsSync(join(ROOT, 'dist/console/index.html'))) {
    console.log('   needs Chromium (apt-get install chromium fonts-noto-cjk) and the built console (npm run build)')
    return []
  }
  const product = await startProduct({ environment: { WATTYARD_DEMO_FLEET: '12', WATTYARD_DEMO_HISTORY: '1' } })
  try {
    await untilFault(product)
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    })
    try {
      const done: Done[] = []
      for (const task of TASKS) {
        const one = await doTask(task, browser, product)
        const { value, target, met } = figureOf(one)
        console.log(`   ${met ? 'ok  ' : 'FAIL'} ${task.name}: ${value}, bound ${target}`)
        if (one.error) console.error(one.error)
        done.push(one)
      }
      const figures = done.map(figureOf)
      const failed = figures.filter(({ met }) => !met).map(({ what }) => what)
      insist(failed.length === 0, `not achieved, or not within the bound: ${failed.join('; ')}`)
      return figures
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

export const tasksScenario: Scenario = { name: 'tasks', about: 'work of a day, done by hand and counted', run }
