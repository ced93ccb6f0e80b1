import { expect, test } from '@playwright/test'
import {
  type Language,
  openPage,
  PAGES,
  signIn,
  untranslated,
  violationsInAnyLight,
  watchErrors,
  watchPolicy,
} from '../console.ts'

/** CJK characters on an English or Spanish page come from data (names of stations), not from our words. */

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`every built page in ${language}${language === 'zh' ? ', light and dark' : ''}: no error, no missing word, no accessibility violation, nothing stopped`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const errors = watchErrors(page)
    const stopped = await watchPolicy(page)
    const found: string[] = []
    await signIn(page, { language, scheme: 'system' })
    for (const path of PAGES) {
      await openPage(page, path)
      expect(await untranslated(page), `${path} in ${language}`).toEqual([])
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
      found.push(...(await violationsInAnyLight(page, language)).map(line => `${path} ${line}`))
    }
    expect(found, language).toEqual([])
    expect(stopped).toEqual([])
    expect(errors).toEqual([])
  })

test('every built page at 390 px: nothing wider than the phone', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  for (const path of PAGES) {
    await openPage(page, path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  }
})
