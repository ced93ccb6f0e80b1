import { test as base } from '@playwright/test'
import { isUsable, type KeptPage, makeLikeNew, newPage, takeBackAll } from './kept-page.ts'

export {
  expect,
  type Browser,
  type Locator,
  type Page,
  type Request,
  type Response,
  type Route,
} from '@playwright/test'

/** The page that this process keeps from test to test (docs/decisions/0399-one-page-from-test-to-test.md). */
let kept: KeptPage | undefined

/** Playwright's test, with a page that one process keeps and makes like new after each test. */
export const test = base.extend<{ lent: KeptPage }>({
  lent: async ({ browser, locale }, use, info) => {
    const isSame = kept?.browser === browser && kept.locale === locale && isUsable(kept)
    const lent = isSame && kept ? kept : await newPage(browser, locale)
    if (kept && kept !== lent) await kept.page.context().close()
    kept = lent
    await use(lent)
    // What failed stays as it is, for its picture; the process ends with it.
    if (info.status !== info.expectedStatus) return
    await takeBackAll()
    if (isUsable(lent)) await makeLikeNew(lent)
  },
  context: ({ lent }, use) => use(lent.page.context()),
  page: ({ lent }, use) => use(lent.page),
})
