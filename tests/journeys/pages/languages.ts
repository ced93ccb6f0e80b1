import { expect, type Page } from '@playwright/test'
import { type Language, standsStill, wordsOf } from '../console.ts'

const NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español' }

const WITHIN_MS = 10_000

/** Changes the language as a person does: in its menu on a desktop, in their own menu on a phone. */
export async function changeLanguage(page: Page, language: Language): Promise<void> {
  const tools = page.locator('.s-top .s-tool')
  const isPhone = (await page.locator('.s-shell[data-mobile]').count()) > 0
  await (isPhone ? tools.last() : tools.filter({ has: page.locator('[lang]') })).click({ timeout: WITHIN_MS })
  await page.getByRole('menuitem', { name: NAMES[language], exact: true }).click({ timeout: WITHIN_MS })
  await standsStill(page, `html[lang^="${language}"] body`)
}

/** Where the console itself speaks; names of records stand in buttons that look like links. */
const SPOKEN =
  ':is(h1, h2, h3, th, dt, label, legend, nav a, [role="tab"], button:not(.w-link-button), input):not(tbody *, .w-cards *)'

/** Runs in the page: the texts of its labels, what is said of them to who does not see them, and the title. */
function spokenTexts(selector: string): string[] {
  const texts = [...document.querySelectorAll(selector)]
    // Names of languages are said in their own.
    .filter(element => element.checkVisibility({ visibilityProperty: true }) && !element.querySelector('[lang]'))
    .flatMap(element => [
      element.textContent,
      ...['aria-label', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''),
    ])
  const all = [...document.title.split(' – '), ...texts].map(text => text.trim())
  return [...new Set(all)].filter(text => /\p{L}/u.test(text))
}

/** Texts of the console's labels now, for `leftBehind`. */
export async function spoken(page: Page): Promise<string[]> {
  return page.evaluate(spokenTexts, SPOKEN)
}

/**
 * Returns labels that still stand there in the language before: they are the console's own words in that language, they are no
 * words of the language that is spoken now, and they stood there before the change.
 */
export async function leftBehind(
  page: Page,
  before: { language: Language; texts: readonly string[] },
  now: Language,
): Promise<string[]> {
  const [old, own] = [wordsOf(before.language), wordsOf(now)]
  const suspects = new Set(before.texts.filter(text => old.has(text) && !own.has(text)))
  expect(suspects.size, `labels in ${before.language} before the change`).toBeGreaterThan(0)
  return (await spoken(page)).filter(text => suspects.has(text)).map(text => `still in ${before.language}: ${text}`)
}
