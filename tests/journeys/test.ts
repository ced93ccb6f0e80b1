import { test as base, type Browser, type Page } from '@playwright/test'
import { productUrl } from './console.ts'

export { expect, type Browser, type Locator, type Page, type Request, type Response, type Route } from '@playwright/test'

/** A page that goes from test to test. */
interface Kept {
  browser: Browser
  page: Page
  locale: string | undefined
  /** What outlives a document (scripts before each page, functions): taken back after the test that added it. */
  added: { dispose(): Promise<void> }[]
  /** A clock was put in place, which nothing takes away again, or the page was asked to close. */
  isSpent: boolean
}

const VIEWPORT = { width: 1440, height: 900 }

/** The page that this process keeps. */
let kept: Kept | undefined

async function newPage(browser: Browser, locale: string | undefined): Promise<Kept> {
  const page = await (await browser.newContext()).newPage()
  const one: Kept = { browser, page, locale, added: [], isSpent: false }
  const [addInitScript, exposeFunction] = [page.addInitScript.bind(page), page.exposeFunction.bind(page)]
  page.addInitScript = async (...what) => {
    const script = await addInitScript(...what)
    one.added.push(script)
    return script
  }
  page.exposeFunction = async (...what) => {
    const added = await exposeFunction(...what)
    one.added.push(added)
    return added
  }
  const install = page.clock.install.bind(page.clock)
  page.clock.install = async (...what) => {
    one.isSpent = true
    await install(...what)
  }
  const close = page.close.bind(page)
  page.close = async (...what) => {
    one.isSpent = true
    await close(...what)
  }
  return one
}

/** Runs in the page: empties what the console keeps in a browser. */
function emptyStorages(): void {
  localStorage.clear()
  sessionStorage.clear()
}

/**
 * Makes a used page like a new one. It stays on the product's own origin: a blank page in between would end the process that
 * draws, and with it all scripts it has compiled.
 */
async function makeLikeNew({ page, added }: Kept): Promise<void> {
  const context = page.context()
  page.removeAllListeners()
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  for (const one of context.pages()) if (one !== page) await one.close()
  for (const one of added.splice(0)) await one.dispose()
  await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: null, forcedColors: null })
  await page.setViewportSize(VIEWPORT)
  // A form that was left unsaved asks before it goes.
  page.on('dialog', dialog => void dialog.accept())
  await page.goto(`${productUrl()}/healthz`)
  await page.evaluate(emptyStorages)
  await page.mouse.move(0, 0)
  page.removeAllListeners()
}

/** Playwright's test, with a page that one process keeps and makes like new after each test. */
export const test = base.extend<{ lent: Kept }>({
  lent: async ({ browser, locale }, use, info) => {
    const isUsable = kept?.browser === browser && kept.locale === locale && !kept.isSpent && !kept.page.isClosed()
    const lent = isUsable && kept ? kept : await newPage(browser, locale)
    if (kept && kept !== lent) await kept.page.context().close()
    kept = lent
    await use(lent)
    // What failed stays as it is, for its picture; the process ends with it.
    if (info.status === info.expectedStatus && !lent.isSpent && !lent.page.isClosed()) await makeLikeNew(lent)
  },
  context: ({ lent }, use) => use(lent.page.context()),
  page: ({ lent }, use) => use(lent.page),
})
