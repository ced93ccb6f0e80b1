import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM, type BenchBrowser, signInByForm, startBrowser } from './harness/browser.ts'
import { findLighthouse } from './harness/lighthouse.ts'
import { type Product, ROOT, startProduct } from './harness/product.ts'
import { type Figure, median, places, quantile } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'
import {
  clickToFrame,
  homeToFigure,
  menuOf,
  savesData,
  TAB_PAGES,
  tabOf,
  unfoldMenu,
  untilStill,
} from './harness/tabs.ts'

const SWITCH_GOAL_MS = 50
const NEW_GOAL_MS = 100
const FIRST_FIGURE_GOAL_MS = 1000
const PERFORMANCE_GOAL = 97
const ACCESSIBILITY_GOAL = 100

function figure(what: string, values: readonly number[], goal_ms: number): Figure {
  const middle = median(values)
  return {
    scenario: 'browser',
    what: `${what}, ${values.length} times`,
    value: `median ${places(middle, 0)} ms, p95 ${places(quantile(values, 0.95), 0)} ms`,
    target: `median ≤ ${goal_ms} ms`,
    met: middle <= goal_ms,
  }
}

/** From tab to tab, all of them open and loaded. */
async function switches({ page }: BenchBrowser, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++)
    for (const path of TAB_PAGES) {
      const ms = await clickToFrame(page, tabOf(path), path)
      await page.waitForTimeout(120)
      // The first round only looks at each once.
      if (round > 0) times.push(ms)
    }
  return times
}

/** Pages opened by the menu whose chunk is there already: what a person does all day. */
async function warmTabs({ page }: BenchBrowser, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const path of TAB_PAGES) {
      await page.locator(tabOf(path)).press('Delete')
      await page.waitForTimeout(120)
      times.push(await clickToFrame(page, menuOf(path), path))
      await untilStill(page)
    }
  return times
}

/** Pages opened for the first time since the console was loaded: their chunk and words come first. */
async function coldTabs({ page }: BenchBrowser, { url }: Product, rounds: number): Promise<number[]> {
  const times: number[] = []
  await savesData(page)
  for (let round = 0; round < rounds; round++)
    for (const path of TAB_PAGES) {
      await page.evaluate('sessionStorage.clear()')
      await page.goto(`${url}/jkweb/home`)
      await page.locator('h1').first().waitFor()
      await untilStill(page)
      await unfoldMenu(page)
      times.push(await clickToFrame(page, menuOf(path), path))
    }
  return times
}

/** The home page from an empty cache, as after an upgrade: frame, page and figures come one after the other. */
async function firstFigures({ page }: BenchBrowser, { url }: Product, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await homeToFigure(page, url))
    await untilStill(page)
  }
  return times
}

async function scores(browser: BenchBrowser, product: Product, runs: number): Promise<Figure[]> {
  const lighthouse = await findLighthouse()
  if (!lighthouse) {
    console.log('   Lighthouse is not installed, its scores are left out: bench/README.md')
    return []
  }
  const figures: Figure[] = []
  const look = async (name: string, path: string) => {
    const seen = []
    for (let run = 0; run < runs; run++)
      seen.push(await lighthouse.look(`${product.url}/jkweb${path}`, browser.debuggingPort))
    const performance = median(seen.map(one => one.performance))
    const accessibility = Math.min(...seen.map(one => one.accessibility))
    figures.push({
      scenario: 'browser',
      what: `Lighthouse ${lighthouse.version} desktop, ${name}: performance (median of ${runs}), accessibility (least)`,
      value: `${performance}, ${accessibility}`,
      target: `≥ ${PERFORMANCE_GOAL}, ${ACCESSIBILITY_GOAL}`,
      met: performance >= PERFORMANCE_GOAL && accessibility >= ACCESSIBILITY_GOAL,
    })
  }
  await look('home', '/home')
  await look('a list', '/device/station')
  await browser.context.clearCookies()
  await look('login', '/login')
  return figures
}

async function run({ quick }: RunOptions): Promise<Figure[]> {
  if (!CHROMIUM || !existsSync(join(ROOT, 'dist/console/index.html'))) {
    console.log('   needs Chromium (apt-get install chromium fonts-noto-cjk) and the built console (npm run build)')
    return []
  }
  // A past to look at and no traffic beside what is measured.
  const product = await startProduct({ environment: { WATTYARD_DEMO_HISTORY: '1' } })
  try {
    const browser = await startBrowser()
    try {
      const { page } = browser
      await signInByForm(page, product.url)
      const first = await firstFigures(browser, product, quick ? 1 : 7)
      const cold = await coldTabs(browser, product, quick ? 1 : 6)
      for (const path of TAB_PAGES) {
        await unfoldMenu(page)
        if ((await page.locator(tabOf(path)).count()) === 0) await page.locator(menuOf(path)).click()
        await page.locator(tabOf(path)).waitFor()
        await untilStill(page)
      }
      const warm = await warmTabs(browser, quick ? 1 : 6)
      const switched = await switches(browser, quick ? 1 : 8)
      insist([...first, ...cold, ...warm, ...switched].every(Number.isFinite), 'a time was not measured')
      return [
        figure('from tab to tab, click to painted', switched, SWITCH_GOAL_MS),
        figure('new tab, its page loaded before', warm, NEW_GOAL_MS),
        figure('new tab, its page loaded by that', cold, NEW_GOAL_MS),
        figure('home, from the address to the first figure, nothing cached', first, FIRST_FIGURE_GOAL_MS),
        ...(await scores(browser, product, quick ? 1 : 3)),
      ]
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

export const browserScenario: Scenario = { name: 'browser', about: 'tabs and pages in a real browser', run }
