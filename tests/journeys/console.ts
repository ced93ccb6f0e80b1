import { expect, type Page } from '@playwright/test'
import { ADMIN_PASSWORD } from '../support/running-server.ts'

export type Language = 'zh' | 'en' | 'es'

/** Address of the running product, set by the global setup. */
export function productUrl(): string {
  const url = process.env.WATTYARD_URL
  if (!url) throw new Error('the product is not running')
  return url
}

/** Routes of this slice, as the contract spells them. */
export const PAGES = [
  '/home',
  '/device/deviceView',
  '/device/station',
  '/device/devicePole',
  '/pricePollcy/operPrice',
  '/pricePollcy/polePrice',
  '/znyy/orderMonitoring',
  '/cwdata2/orderDeatil',
  '/cwdata2/errOrderDetail',
  '/cwdata4/dailyBill',
  '/console/personalCenter',
] as const

/** Collects what must never be seen: errors of the page and of the console. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

export async function signIn(
  page: Page,
  options: { language?: Language; scheme?: 'light' | 'dark'; user?: string; password?: string } = {},
): Promise<void> {
  const { language = 'zh', scheme = 'light', user = 'admin', password = ADMIN_PASSWORD } = options
  await page.addInitScript(
    settings => localStorage.setItem('wattyard.settings', settings),
    JSON.stringify({ language, scheme, size: 'medium', theme: '#409EFF' }),
  )
  await page.goto(`${productUrl()}/jkweb/login`)
  const [name, word] = [page.locator('input').nth(0), page.locator('input').nth(1)]
  await name.fill(user)
  await word.fill(password)
  await word.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
}

/** Opens a route and waits until its page stands: a heading, and no skeleton left. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`${productUrl()}/jkweb${path}`)
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {}) // live streams keep a connection open
}

/** Words that were not translated look like their keys. */
const KEY =
  /\b(assets|charging|finance|gateway|identity|kernel|kit|ledger|members|platform|pricing|shell)\.[a-z][A-Za-z]+(\.[A-Za-z-]+)+\b/g

export async function untranslated(page: Page): Promise<string[]> {
  return [...(await page.locator('body').innerText()).matchAll(KEY)].map(match => match[0])
}
