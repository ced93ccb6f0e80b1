import { expect, test } from '../test.ts'
import { openPage, productUrl, signIn, standsStill } from '../console.ts'
import { misfits, pushedSideways, WIDTHS } from './misfits.ts'
import { moveTo } from './moving.ts'

// Pages themselves are looked at in every width on the one visit that every page gets: every-page.journey.ts.

test('on a phone no record over a page is pushed sideways', async ({ page }) => {
  const found: string[] = []
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { language: 'es' })
  for (const [at, path] of ['/device/station', '/device/devicePole', '/basedata/type', '/console/log'].entries()) {
    await (at === 0 ? openPage : moveTo)(page, path)
    await page.locator('main .w-cards .w-link-button').first().click()
    await expect(page.locator('dialog[open] .w-dialog-body, dialog[open] dl').first()).toBeVisible()
    await standsStill(page)
    found.push(...(await pushedSideways(page)).map(what => `a record of ${path}: ${what}`))
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  expect(found).toEqual([])
})

test('sign-in from 360 px to 4K: nothing outside, the form as wide as a form', async ({ page }) => {
  await page.goto(`${productUrl()}/jkweb/login`)
  const name = page.locator('input').first()
  await expect(name).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await misfits(page), String(width)).toEqual([])
    const box = await name.boundingBox()
    expect(box?.width ?? 0).toBeGreaterThan(200)
    expect(box?.width ?? Infinity).toBeLessThan(600)
  }
})
