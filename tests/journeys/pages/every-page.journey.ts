import { expect, type Page, test } from '../test.ts'
import {
  type Language,
  openPage,
  PAGE_CHUNKS,
  signIn,
  untranslated,
  violationsIn,
  watchErrors,
  watchPolicy,
} from '../console.ts'
import { changeLanguage, leftBehind, spoken } from './languages.ts'
import { moveTo, openAnew } from './moving.ts'
import { LOW, misfits, pushedSideways, widen, WIDTHS } from './misfits.ts'

/*
 * Every built page is opened once, and that visit asks everything that holds for all pages: words, accessibility, colours,
 * widths, errors, what the policy stops. It goes from page to page and changes the language as a person does, in a console
 * that is loaded once for some pages: a page that is loaded runs all its scripts for the first time, which takes longer than
 * most of these questions. What shows only on a page that is loaded by itself is asked in naughty.journey.ts.
 */

// Tests of a file take turns unless they say otherwise; pages are many, and no test of them changes what another sees.
test.describe.configure({ mode: 'parallel' })

const NARROWEST = 360
const PHONE = 390
const DESKTOP = 1440
/** A page is opened in the language in which the visit before it ended: each language is the first of every third page. */
const ROUND = ['zh', 'es', 'en'] as const satisfies Language[]
/** From the phone on which a page is opened to the desktop: backwards it is left on a phone again. */
const GROWING = [PHONE, ...WIDTHS.filter(width => width !== PHONE && width !== DESKTOP), DESKTOP]
/** English has neither the shortest texts nor the longest: the two ends are enough. */
const WIDTHS_OF: Readonly<Record<Language, readonly number[]>> = { zh: GROWING, es: GROWING, en: [PHONE, DESKTOP] }
/** Entries of the menu: the same on every page, asked with the first of a test. */
const MENU = '.s-nav'
/** Returns all languages for one visit of many, each beginning where the one before it ended: zh es en, en zh es, es en zh. */
function inTurn(visit: number): readonly Language[] {
  const first = (ROUND.length - (visit % ROUND.length)) % ROUND.length
  return [...ROUND.slice(first), ...ROUND.slice(0, first)]
}

/** Parts of pages that have an address of their own; the rest of their page is looked at with it. */
const PARTS = [
  '/basedata/protocol?part=sources',
  '/basedata/protocol?part=networks',
  '/fwgl/notify?tab=rules',
  '/fwgl/notify?tab=delivery',
  '/fwgl/notify?tab=channels',
  '/sysconfig/cfgSchedule?part=backups',
  '/cwdata4/TradeNBill?part=files',
  '/cwdata4/TradeNBill?part=journals',
] as const
const SECONDS_PER_PAGE = 30

/** Returns what is wrong in these widths, one after the other; words where a line of text breaks otherwise. */
async function look(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    const isLookedAtClosely = width === PHONE || width === DESKTOP
    await (isLookedAtClosely ? widen(page, width) : widen(page, width, LOW))
    found.push(...(await misfits(page)).map(what => `at ${width}: ${what}`))
    if (width <= PHONE) found.push(...(await pushedSideways(page)).map(what => `at ${width}: ${what}`))
    if (isLookedAtClosely) found.push(...(await untranslated(page)).map(word => `at ${width}: ${word}`))
  }
  return found
}

/** Looks at the page that is open, in a language, from the phone to the desktop or back; accessibility on the desktop. */
async function lookAt(page: Page, language: Language, isGrowing: boolean, without?: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
  const widths = WIDTHS_OF[language]
  if (isGrowing) return [...(await look(page, widths)), ...(await violationsIn(page, language, { without }))]
  return [...(await violationsIn(page, language, { without })), ...(await look(page, widths.toReversed()))]
}

interface Turn {
  languages: readonly Language[]
  /** The console is loaded with this page. */
  isFirst: boolean
}

/** Visits a page in all languages, one after the other: it grows in the first, shrinks in the second, grows in the third. */
async function visit(page: Page, path: string, { languages, isFirst }: Turn): Promise<string[]> {
  const open = isFirst ? openPage : moveTo
  const without = isFirst ? undefined : MENU
  const found: string[] = []
  await page.setViewportSize({ width: PHONE, height: 844 })
  await open(page, path)
  for (const [at, language] of languages.entries()) {
    const before = languages[at - 1]
    const say = (what: string): void => void found.push(`${path} in ${language}: ${what}`)
    if (before !== undefined) {
      const texts = await spoken(page)
      await changeLanguage(page, language)
      for (const what of await leftBehind(page, { language: before, texts }, language)) say(what)
      // Opened on a phone by now; and on a desktop.
      if (at === 1) await openAnew(page, path)
    }
    for (const what of await lookAt(page, language, at % 2 === 0, without)) say(what)
  }
  return found
}

/** A part of a page is asked what differs from its page: words and the phone. */
async function lookAtPart(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [PHONE, NARROWEST]) {
    await widen(page, width)
    found.push(...(await untranslated(page)), ...(await pushedSideways(page)))
  }
  return found
}

for (const [at, paths] of PAGE_CHUNKS.entries())
  test(`built pages in three languages, part ${at + 1} of ${PAGE_CHUNKS.length}: words, accessibility, dark, widths, no error, nothing stopped`, async ({
    page,
  }) => {
    test.setTimeout(paths.length * SECONDS_PER_PAGE * 1_000)
    const errors = watchErrors(page)
    const stopped = await watchPolicy(page)
    const found: string[] = []
    await signIn(page, { language: ROUND[0], scheme: 'system' })
    for (const [index, path] of paths.entries()) {
      found.push(...(await visit(page, path, { languages: inTurn(index), isFirst: index === 0 })))
    }
    console.log(`pages: ${PAGE_CHUNKS.flat().length} in ${ROUND.length} languages`)
    expect(found).toEqual([])
    expect(stopped).toEqual([])
    expect(errors).toEqual([])
  })

test('parts of pages on a phone in three languages: words, nothing pushed sideways, no error', async ({ page }) => {
  test.setTimeout(PARTS.length * SECONDS_PER_PAGE * 1_000)
  const errors = watchErrors(page)
  const found: string[] = []
  await signIn(page, { language: ROUND[0] })
  await page.setViewportSize({ width: PHONE, height: 844 })
  for (const [index, path] of PARTS.entries()) {
    await openPage(page, path)
    for (const [at, language] of inTurn(index).entries()) {
      if (at > 0) await changeLanguage(page, language)
      found.push(...(await lookAtPart(page)).map(what => `${path} in ${language}: ${what}`))
    }
  }
  expect(found).toEqual([])
  expect(errors).toEqual([])
})
