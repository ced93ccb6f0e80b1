import type { Browser, Page } from '@playwright/test'
import { productUrl } from './console.ts'

/** A page that goes from test to test. */
export interface KeptPage {
  browser: Browser
  page: Page
  locale: string | undefined
  /** What outlives a document (scripts before each page, functions): taken back after the test that added it. */
  added: { dispose(): Promise<void> }[]
  /** A clock was put in place, which nothing takes away again, or the page was asked to close. */
  isSpent: boolean
}

const VIEWPORT = { width: 1440, height: 900 }

/** Returns a page in a browser context of its own, for less motion (decision 400), which notes what is done to it. */
export async function newPage(browser: Browser, locale: string | undefined): Promise<KeptPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...(locale === undefined ? {} : { locale }) })
  const page = await context.newPage()
  const one: KeptPage = { browser, page, locale, added: [], isSpent: false }
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

/** Returns whether a page can be used by another test. */
export const isUsable = ({ page, isSpent }: KeptPage): boolean => !isSpent && !page.isClosed()

/** Runs in the page: empties what the console keeps in a browser. */
function emptyStorages(): void {
  localStorage.clear()
  sessionStorage.clear()
}

/**
 * Ends the session of a page. A person has twenty at most and the next one ends the oldest, which in the middle of a long
 * journey of the same person is its own.
 */
async function signOut(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(cookie => cookie.name === 'Admin-Token')?.value
  if (token) await page.request.post(`${productUrl()}/chg/c/logout?token=${token}`, { data: {} })
}

/**
 * Makes a used page like a new one. It stays on the product's own origin: a blank page in between would end the process that
 * draws, and with it all scripts it has compiled.
 */
export async function makeLikeNew({ page, added }: KeptPage): Promise<void> {
  const context = page.context()
  page.removeAllListeners()
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  for (const one of context.pages()) if (one !== page) await one.close()
  for (const one of added.splice(0)) await one.dispose()
  await signOut(page)
  await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null })
  await page.setViewportSize(VIEWPORT)
  // A form that was left unsaved asks before it goes.
  page.on('dialog', dialog => void dialog.accept())
  await page.goto(`${productUrl()}/healthz`)
  await page.evaluate(emptyStorages)
  await page.mouse.move(0, 0)
  page.removeAllListeners()
}

/** Pages of second persons: in use by the present test, and free for the next one. */
const lent = new Set<KeptPage>()
const free: KeptPage[] = []

async function takeBack(one: KeptPage, close: () => Promise<void>): Promise<void> {
  if (!lent.delete(one)) return
  if (!isUsable(one)) return close()
  await makeLikeNew(one)
  free.push(one)
}

/**
 * Lends the page of a second person, with cookies of its own. Closing its context gives it back, like new; what a test leaves open
 * comes back when the test has passed.
 */
export async function lendPage(browser: Browser, locale: string): Promise<Page> {
  const at = free.findIndex(one => one.browser === browser && one.locale === locale)
  const [found] = at < 0 ? [] : free.splice(at, 1)
  const one = found ?? (await newPage(browser, locale))
  if (!found) {
    const context = one.page.context()
    const close = context.close.bind(context)
    context.close = () => takeBack(one, close)
  }
  lent.add(one)
  return one.page
}

/** Takes back what the present test was lent. */
export async function takeBackAll(): Promise<void> {
  for (const { page } of lent) await page.context().close()
}
