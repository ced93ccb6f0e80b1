import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Language, openPage, PAGES, signIn, untranslated, watchErrors } from './console.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** CJK characters on an English or Spanish page come from data (names of stations), not from our words. */

for (const language of ['zh', 'en', 'es'] satisfies Language[])
  test(`every built page in ${language}: no error, no missing word, no accessibility violation`, async ({ page }) => {
    test.setTimeout(180_000)
    const errors = watchErrors(page)
    await signIn(page, { language })
    for (const path of PAGES) {
      await openPage(page, path)
      expect(await untranslated(page), `${path} in ${language}`).toEqual([])
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
        `${path} in ${language}`,
      ).toEqual([])
    }
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
