import { expect, type Page, test } from '@playwright/test'
import {
  type Language,
  openPage,
  PAGE_CHUNKS,
  signIn,
  untranslated,
  violationsInAnyLight,
  watchErrors,
  watchPolicy,
} from '../console.ts'
import { misfits, pushedSideways, widen, WIDTHS } from './misfits.ts'

/*
 * Every built page is opened once in each language, and that visit asks everything that holds for all pages: words,
 * accessibility, colours, widths, errors, what the policy stops. To open a page costs as much as to ask one of these.
 */

// Tests of a file take turns unless they say otherwise; pages are many, and no test of them changes what another sees.
test.describe.configure({ mode: 'parallel' })

const PHONE = 390
const DESKTOP = 1440
/** Languages whose pages are looked at in every width: the shortest texts and the longest. */
const IN_EVERY_WIDTH: readonly Language[] = ['zh', 'es']
/** Parts of pages that have an address of their own; the rest of their page is looked at with it. */
const PARTS = [
  '/basedata/protocol?part=sources',
  '/basedata/protocol?part=networks',
  '/fwgl/notify?tab=rules',
  '/fwgl/notify?tab=delivery',
  '/fwgl/notify?tab=channels',
  '/sysconfig/cfgSchedule?part=backups',
] as const
const SECONDS_PER_PAGE = 20

/** Returns what does not fit in any of the widths, from the phone on which the page was opened up to the widest. */
async function misfitsInAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [PHONE, ...WIDTHS.filter(one => one !== PHONE)]) {
    if (width !== PHONE) await widen(page, width)
    found.push(...(await misfits(page)).map(what => `at ${width}: ${what}`))
    if (width <= PHONE) found.push(...(await pushedSideways(page)).map(what => `at ${width}: ${what}`))
  }
  return found
}

/** Opens a page on a phone and looks at it in every width, the desktop last. */
async function visitGrowing(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: PHONE, height: 844 })
  await openPage(page, path)
  const words = await untranslated(page)
  const found = await misfitsInAnyWidth(page)
  await widen(page, DESKTOP)
  return [...words, ...found]
}

/** Opens a page on a desktop and looks at it there and on a phone, the desktop last. */
async function visitShrinking(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: DESKTOP, height: 900 })
  await openPage(page, path)
  await widen(page, PHONE)
  const found = [...(await untranslated(page)), ...(await misfits(page))]
  await widen(page, DESKTOP)
  return found
}

/** Entries of the menu: the same on every page, asked with the first of a test. */
const MENU = '.s-nav'

async function visit(page: Page, path: string, language: Language, without?: string): Promise<string[]> {
  const look = IN_EVERY_WIDTH.includes(language) ? visitGrowing : visitShrinking
  const found = await look(page, path)
  found.push(...(await untranslated(page)))
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
  found.push(...(await violationsInAnyLight(page, language, without)))
  return found.map(what => `${path} ${what}`)
}

/** A part of a page is asked what differs from its page: words and the phone. */
async function visitPart(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: PHONE, height: 844 })
  await openPage(page, path)
  const found = [...(await untranslated(page)), ...(await pushedSideways(page))]
  await page.setViewportSize({ width: 360, height: 844 })
  found.push(...(await pushedSideways(page)))
  return found.map(what => `${path} ${what}`)
}

for (const language of ['zh', 'es', 'en'] satisfies Language[])
  for (const [at, paths] of PAGE_CHUNKS.entries())
    test(`built pages in ${language}, part ${at + 1} of ${PAGE_CHUNKS.length}: words, accessibility, ${language === 'zh' ? 'dark, ' : ''}widths, no error, nothing stopped`, async ({
      page,
    }) => {
      test.setTimeout(paths.length * SECONDS_PER_PAGE * 1_000)
      const errors = watchErrors(page)
      const stopped = await watchPolicy(page)
      const found: string[] = []
      await signIn(page, { language, scheme: 'system' })
      for (const [index, path] of paths.entries())
        found.push(...(await visit(page, path, language, index === 0 ? undefined : MENU)))
      console.log(`pages: ${PAGE_CHUNKS.flat().length} in 3 languages`)
      expect(found).toEqual([])
      expect(stopped).toEqual([])
      expect(errors).toEqual([])
    })

for (const language of ['zh', 'es', 'en'] satisfies Language[])
  test(`parts of pages on a phone in ${language}: words, nothing pushed sideways, no error`, async ({ page }) => {
    const errors = watchErrors(page)
    const found: string[] = []
    await signIn(page, { language })
    for (const path of PARTS) found.push(...(await visitPart(page, path)))
    expect(found).toEqual([])
    expect(errors).toEqual([])
  })
