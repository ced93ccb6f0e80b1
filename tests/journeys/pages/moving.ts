import { expect, type Page } from '@playwright/test'
import { standsStill } from '../console.ts'

/** Runs in the page: follows the link of the menu; a page without one is come to by the history, as by the button "back". */
function follow(path: string): void {
  const address = `/jkweb${path}`
  const link = [...document.querySelectorAll<HTMLElement>('.s-nav a')].find(one => one.getAttribute('href') === address)
  if (link) return link.click()
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

/** Runs in the page: marks what is shown, and asks the console to build it anew. */
function renew(path: string): void {
  document.querySelector('.s-pane')?.setAttribute('data-before', '')
  history.pushState(null, '', `/jkweb/redirect${path}`)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

/** Runs in the page: closes every tab but the one that is shown. */
function closeOthers(): void {
  for (const cross of document.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="false"] .s-tab-close'))
    cross.click()
}

/**
 * Goes on to another page inside the console, without loading it anew, and waits until it stands; the tab of the page before is
 * closed, so that no page is looked at beside another.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(follow, path)
  await standsStill(page, `.s-pane[data-path="${path}"]:not([data-away]) h1`)
  await page.evaluate(closeOthers)
  await expect(page.locator('.s-pane')).toHaveCount(1)
  await standsStill(page)
}

/** Builds the page that is shown anew, as its tab's menu does, and waits until it stands: as it is when it is opened here. */
export async function openAnew(page: Page, path: string): Promise<void> {
  await page.evaluate(renew, path)
  await standsStill(page, `.s-pane[data-path="${path}"]:not([data-before]) h1`)
}
