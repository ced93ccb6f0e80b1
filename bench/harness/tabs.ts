import type { Page } from '@playwright/test'

/** What the functions below find where they run: in the page. */
interface Part {
  checkVisibility(): boolean
  querySelector(selector: string): Part | null
  click(): void
}
declare const document: { querySelector(selector: string): Part | null }
declare const requestAnimationFrame: (then: () => void) => number

/** Pages that are switched between and opened: a list of each kind, a wall, a live page. */
export const TAB_PAGES = [
  '/device/station',
  '/device/devicePole',
  '/cwdata2/orderDeatil',
  '/znyy/orderMonitoring',
  '/pricePollcy/operPrice',
  '/cwdata4/dailyBill',
] as const

/**
 * Clicks something and waits, inside the page, for the first frame on which that page's own heading, and its rows where
 * they are there already, have been painted. @returns ms from the click to after that frame
 */
export async function clickToFrame(page: Page, selector: string, path: string): Promise<number> {
  return page.evaluate(
    async ({ what, of }) => {
      const target = document.querySelector(what)
      if (!target) throw new Error(`nothing to click: ${what}`)
      const isThere = (): boolean => {
        const pane = document.querySelector(`.s-pane[data-path="${of}"]`)
        return pane?.querySelector('h1')?.checkVisibility() === true
      }
      const started = performance.now()
      target.click()
      return new Promise<number>((done, fail) => {
        const look = (): void => {
          if (performance.now() - started > 10_000) return fail(new Error(`${of} was not shown`))
          if (!isThere()) return void requestAnimationFrame(look)
          // This runs before the frame is painted, with the page in it; what is begun here runs after.
          void setTimeout(() => done(performance.now() - started))
        }
        requestAnimationFrame(look)
      })
    },
    { what: selector, of: path },
  )
}

/** A figure of the home page that has its number. */
const FIGURE = '.s-pane[data-path="/home"] .w-stat-value:not(:has(.w-bone, .w-skeleton))'

/**
 * Opens the home page of a signed-in person with nothing of it in the browser's cache.
 * @returns ms from the start of the navigation to after the frame with the first figure
 */
export async function homeToFigure(page: Page, url: string): Promise<number> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(`${url}/jkweb/home`, { waitUntil: 'commit' })
  const ms = await page.evaluate(
    async figure =>
      new Promise<number>((done, fail) => {
        const look = (): void => {
          if (performance.now() > 10_000) return fail(new Error('the home page has no figure'))
          if (!document.querySelector(figure)) return void requestAnimationFrame(look)
          void setTimeout(() => done(performance.now()))
        }
        look()
      }),
    FIGURE,
  )
  await browser.detach()
  return ms
}

export const tabOf = (path: string): string => `[role="tab"][data-path="${path}"]`
export const menuOf = (path: string): string => `.s-nav a[href="/jkweb${path}"]`

/** What says that something is still being loaded; a chart draws itself last of all. */
const WAITING = `main .w-bone, main .w-skeleton, .s-opening,
  .s-pane:not([style*='none'], [data-away]) figure.w-chart:not(:has(canvas, table))`

/** Nothing is being loaded any more. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(waiting => document.querySelector(waiting) === null, WAITING)
  await page.waitForTimeout(150)
}

/** Makes the page's browser ask to save data, so that the console fetches nothing ahead and a click alone brings a page. */
export async function savesData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  })
}

/** Opens every group of the menu, so that each of its links can be clicked. */
export async function unfoldMenu(page: Page): Promise<void> {
  // Each click changes which groups are folded, and may show further ones.
  const folded = page.locator('.s-nav [aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
}
