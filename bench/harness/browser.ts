import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '@wattyard/server-kit'
import { ADMIN_PASSWORD } from './product.ts'

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export interface BenchBrowser {
  page: Page
  context: BrowserContext
  /** Where other programs steer it. */
  debuggingPort: number
  close(): Promise<void>
}

/** A browser with a profile of its own, as a person's is: what others open in it is signed in as well. */
export async function startBrowser(): Promise<BenchBrowser> {
  if (!CHROMIUM) throw new Error('no Chromium')
  const debuggingPort = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'wattyard-bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    viewport: { width: 1350, height: 940 },
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${debuggingPort}`],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    page,
    context,
    debuggingPort,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Signs in by the form, as the first administrator. */
export async function signInByForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/jkweb/login`)
  await page.locator('input').nth(0).fill('admin')
  await page.locator('input').nth(1).fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home/)
  await page.locator('h1').first().waitFor()
}
