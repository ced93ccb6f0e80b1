import { expect, type Page, test } from '@playwright/test'
import { openPage, PAGES, productUrl, signIn, standsStill } from '../console.ts'

/** From the narrowest phone to a wall; 1026 and 1027 are the two sides of the contract's phone rule. */
const WIDTHS = [360, 390, 768, 1024, 1026, 1027, 1440, 1920, 2560, 3840] as const
/** A line of running text longer than this is not read (WCAG 1.4.8 asks for 80 characters; tables and bars are no text). */
const WIDEST_TEXT_PX = 1200

/** What hangs out of the window, is cut off though nothing scrolls there, or runs too wide to be read. */
async function misfits(page: Page, widest: number): Promise<string[]> {
  return page.evaluate(most => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true
      return false
    }
    for (const element of document.querySelectorAll(
      'main :is(button, a, input, select, h1, h2, dd, .w-stat-value), .s-top :is(button, a)',
    )) {
      const { left, right, width, height } = element.getBoundingClientRect()
      const isShown =
        element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && width > 1 && height > 1
      // Pixels of rounding apart.
      if (isShown && (left < -1 || right > innerWidth + 1) && !scrolls(element))
        found.push(`outside: ${element.outerHTML.slice(0, 120)}`)
    }
    for (const text of document.querySelectorAll('main p'))
      if (text.checkVisibility() && text.getBoundingClientRect().width > most)
        found.push(`too wide: ${text.outerHTML.slice(0, 120)}`)
    return found
  }, widest)
}

for (const language of ['zh', 'es'] as const)
  test(`every page from 360 px to 4K in ${language}: nothing outside, nothing cut off, no scrolling sideways`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const found: string[] = []
    await signIn(page, { language })
    for (const path of PAGES) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openPage(page, path)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 1027 ? 800 : Math.round((width * 9) / 16) })
        // The mobile rule (contract §4) has been applied: the shell is drawn anew after the window has changed.
        await expect(page.locator('.s-shell[data-mobile]')).toHaveCount(width < 1027 ? 1 : 0)
        await standsStill(page)
        found.push(...(await misfits(page, WIDEST_TEXT_PX)).map(what => `${path} at ${width}: ${what}`))
      }
    }
    expect(found).toEqual([])
  })

/** What may be pushed sideways on a phone, by name: the filters of a list stand in one line. A table becomes cards. */
const MAY_SCROLL = '.w-filters'
/** Parts of pages that have an address of their own. */
const PARTS = [
  '/basedata/protocol?part=sources',
  '/basedata/protocol?part=networks',
  '/fwgl/notify?tab=rules',
  '/fwgl/notify?tab=delivery',
  '/fwgl/notify?tab=channels',
  '/sysconfig/cfgSchedule?part=backups',
] as const

/** Parts of the page, and of the dialog over it, whose content is wider than they are. */
async function pushedSideways(page: Page): Promise<{ read: number; pushed: string[] }> {
  return page.evaluate(mayScroll => {
    const elements = [...document.querySelectorAll(':is(main, dialog[open]) *')]
    return {
      read: elements.length,
      pushed: elements
        .filter(
          element =>
            element.checkVisibility() &&
            element.scrollWidth > element.clientWidth + 1 &&
            /auto|scroll/.test(getComputedStyle(element).overflowX) &&
            !element.matches(mayScroll),
        )
        .map(({ className, scrollWidth, clientWidth }) => `${className} ${scrollWidth} > ${clientWidth}`),
    }
  }, MAY_SCROLL)
}

test('on a phone no page, and no record over one, is pushed sideways', async ({ page }) => {
  test.setTimeout(240_000)
  const found: string[] = []
  let seen = 0
  const look = async (where: string) => {
    const { read, pushed } = await pushedSideways(page)
    expect(read, where).toBeGreaterThan(0)
    seen += read
    found.push(...pushed.map(what => `${where} at ${page.viewportSize()?.width}: ${what}`))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { language: 'es' })
  for (const path of [...PAGES, ...PARTS]) {
    await openPage(page, path)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      await standsStill(page)
      await look(path)
    }
  }
  for (const path of ['/device/station', '/device/devicePole', '/basedata/type', '/console/log']) {
    await openPage(page, path)
    await page.locator('main .w-cards .w-link-button').first().click()
    await expect(page.locator('dialog[open] .w-dialog-body, dialog[open] dl').first()).toBeVisible()
    await standsStill(page)
    await look(`a record of ${path}`)
  }
  expect(seen).toBeGreaterThan(3_000)
  console.log(`widths: ${seen} elements looked at on a phone`)
  expect(found).toEqual([])
})

test('sign-in from 360 px to 4K: nothing outside, the form as wide as a form', async ({ page }) => {
  await page.goto(`${productUrl()}/jkweb/login`)
  const name = page.locator('input').first()
  await expect(name).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await misfits(page, WIDEST_TEXT_PX), String(width)).toEqual([])
    const box = await name.boundingBox()
    expect(box?.width ?? 0).toBeGreaterThan(200)
    expect(box?.width ?? Infinity).toBeLessThan(600)
  }
})
