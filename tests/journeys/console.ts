import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { LoginKey } from '@wattyard/identity/contract'
import { encryptedPassword } from '@wattyard/identity/testing'
import { fallbackKeys, type PageStations } from '@wattyard/resource'
import { ADMIN_PASSWORD } from '../support/running-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type Language = 'zh' | 'en' | 'es'

/** Window in which tables show every column; in a usual one those without room are left out (decision 386). */
export const ROOM_FOR_ALL = { width: 2_600, height: 900 }

/** Address of the running product, set by the global setup. */
export function productUrl(): string {
  const url = process.env.WATTYARD_URL
  if (!url) throw new Error('the product is not running')
  return url
}

/** A page as the build of the console lists it (apps/console/bundling/registries-at-build.ts). */
interface BuiltPage {
  readonly route: string
  /** What the page's registry says of the chosen station. */
  readonly stations: PageStations
}

function builtPages(): readonly BuiltPage[] {
  const pages = JSON.parse(readFileSync(join(ROOT, 'dist/console/pages.json'), 'utf8')) as BuiltPage[] // written by the build
  if (pages.length === 0) throw new Error('the console was built without a page')
  return pages
}

const BUILT = builtPages()
export const PAGES = BUILT.map(({ route }) => route)
/** What each page says of the chosen station, by its route. */
export const STATIONS_OF: ReadonlyMap<string, PageStations> = new Map(
  BUILT.map(({ route, stations }) => [route, stations]),
)

/** Pages of one test: few enough that two browsers end at the same time, many enough that loading the shell is shared. */
const CHUNK = 8
/** The built pages in parts of one test each. */
export const PAGE_CHUNKS = Array.from({ length: Math.ceil(PAGES.length / CHUNK) }, (_, at) =>
  PAGES.slice(at * CHUNK, (at + 1) * CHUNK),
)

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const { resolve: find } = createRequire(import.meta.url)
/** The checker itself, as its Playwright package brings it; that package's own way takes five times as long per look. */
const AXE = readFileSync(createRequire(find('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeAnswer {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Rules whose answer is a matter of colours: asked in the dark, where nothing else differs, and in one language. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What of a page is looked at: one part of it, or all without some part that was looked at before. */
interface Section {
  part?: string | undefined
  without?: string | undefined
}

async function axeFinds(page: Page, options: object, { part, without }: Section): Promise<string[]> {
  await standsStill(page)
  // Loaded once per document; from the outside, so that the page's policy stays as strict as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const answer = await page.evaluate(
    async ({ chosen, within, beside }) => {
      const { axe } = window as unknown as { axe: { run(root: unknown, options: object): Promise<AxeAnswer> } } // put there above
      const context = {
        include: within === undefined ? document : [[within]],
        exclude: beside === undefined ? [] : [[beside]],
      }
      // A path to each element, also of those without fault, takes a fifth of the time; faults are told by their text.
      return axe.run(context, { ...chosen, resultTypes: ['violations'], selectors: false })
    },
    { chosen: options, within: part, beside: without },
  )
  return answer.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** Rules of WCAG 2.2 AA; of what axe fetches anew, only films and sounds are read by one of them. */
const ofTags = { runOnly: { type: 'tag', values: WCAG }, preload: { assets: ['media'] } }
// Styles of the page are not fetched a second time: no rule of colours reads them.
const ofColours = { runOnly: { type: 'rule', values: OF_COLOURS }, preload: false }
const besidesColours = { ...ofTags, rules: Object.fromEntries(OF_COLOURS.map(rule => [rule, { enabled: false }])) }

/** What axe finds against WCAG 2.2 AA, a line each; of one part of the page when it is named. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  return axeFinds(page, ofTags, { part })
}

/**
 * What axe finds in a language: in Chinese as the page is and, of colours, in the other light, in which it is left; in other
 * languages everything but colours, which do not depend on the language (docs/decisions/0364-one-visit.md).
 *
 * @param section what is new: where the rest of the page was asked before, it need not be asked again
 */
export async function violationsIn(page: Page, language: Language, section: Section = {}): Promise<string[]> {
  if (language !== 'zh') return axeFinds(page, besidesColours, section)
  const found = await axeFinds(page, ofTags, section)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [here, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await lookIn(page, other)
  const otherwise = await axeFinds(page, ofColours, section)
  return [...found.map(line => `${here} ${line}`), ...otherwise.map(line => `${other} ${line}`)]
}

/** A tree of words, as the files of a language hold them. */
interface Words {
  readonly [key: string]: string | Words
}

const wordsRead = new Map<Language, Words[]>()

/** Every file of words in a language, read once in a process. */
function wordFiles(language: Language): Words[] {
  const known = wordsRead.get(language)
  if (known) return known
  const read = [
    'apps/console',
    'kernel/console',
    'kernel/resource',
    'kernel/server',
    ...readdirSync(join(ROOT, 'modules')).map(name => `modules/${name}`),
  ]
    .flatMap(folder =>
      ['', 'documents', 'login', 'sharing'].map(part => join(ROOT, folder, 'locales', part, `${language}.json`)),
    )
    .filter(file => existsSync(file))
    .map(file => JSON.parse(readFileSync(file, 'utf8')) as Words) // our own files
  wordsRead.set(language, read)
  return read
}

/** Returns all that the console says in a language. */
export function wordsOf(language: Language): ReadonlySet<string> {
  const all = (tree: Words): string[] =>
    Object.values(tree).flatMap(word => (typeof word === 'string' ? [word] : all(word)))
  return new Set(wordFiles(language).flatMap(all))
}

/** Says a word of the console in a language: `say('kit.close')`. */
export function sayIn(language: Language): (key: string, values?: Record<string, string>) => string {
  const words = wordFiles(language)
  const wordOf = (key: string): unknown =>
    words
      .map(file =>
        key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], file),
      ) // a tree of words
      .find(word => typeof word === 'string')
  return (key, values = {}) => {
    const found = [key, ...fallbackKeys(key)].map(wordOf).find(word => typeof word === 'string')
    if (typeof found !== 'string') throw new Error(`no word ${key} in ${language}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}

/** Collects what the page's policy stops, from the first line of the page on. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const stopped: string[] = []
  await page.exposeFunction('wattyardStopped', (what: string) => stopped.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event
      const tell = (window as unknown as { wattyardStopped(what: string): void }).wattyardStopped // put there above
      tell(`${location.pathname} ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`)
    })
  })
  return stopped
}

/** Collects what must never be seen: errors of the page and of the console. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

export interface Visit {
  language?: Language
  scheme?: 'light' | 'dark' | 'system'
  user?: string
  password?: string
  /** Whether pages that may come next are fetched ahead; a journey that is not about that spares its machine the work. */
  fetchesAhead?: boolean
}

/** Gives a page the settings that its reader chose on an earlier visit; what is changed afterwards stays, as it does for them. */
async function settle(page: Page, { language = 'zh', scheme = 'light', fetchesAhead = false }: Visit): Promise<void> {
  // As somebody who asks their browser to save data.
  if (!fetchesAhead)
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    )
  await page.addInitScript(
    ({ settings, visit }) => {
      if (localStorage.getItem('journey.visit') === visit) return
      localStorage.setItem('wattyard.settings', settings)
      localStorage.setItem('journey.visit', visit)
    },
    { settings: JSON.stringify({ language, scheme, size: 'medium', theme: '#409EFF' }), visit: randomUUID() },
  )
}

/**
 * Gives the browser of this page a session, signed in by the calls that the login page makes; no page is opened. The login
 * page itself is the matter of `signInByTyping` and of the journeys in people/session.
 */
export async function signIn(page: Page, visit: Visit = {}): Promise<void> {
  const { user = 'admin', password = ADMIN_PASSWORD } = visit
  await settle(page, visit)
  const chg = `${productUrl()}/chg`
  const { data: seal } = (await (await page.request.get(`${chg}/login/encrypt/key`)).json()) as { data: LoginKey } // the declared answer
  const answer = await page.request.post(`${chg}/c/login`, {
    headers: { 'sec-fetch-site': 'same-origin', origin: productUrl() },
    data: {
      username: user,
      password: encryptedPassword(seal.key, password),
      rememberMe: false,
      key: seal.id,
      mobileLogin: true,
    },
  })
  const told = (await answer.json()) as { success: boolean; msg: string } // the product's own
  expect(told.success, `${user}: ${told.msg}`).toBe(true)
}

/** Signs in as a person does, and waits for the page that comes after it. */
export async function signInByTyping(page: Page, visit: Visit = {}): Promise<void> {
  const { user = 'admin', password = ADMIN_PASSWORD } = visit
  await settle(page, visit)
  await page.goto(`${productUrl()}/jkweb/login`)
  const [name, word] = [page.locator('input').nth(0), page.locator('input').nth(1)]
  await name.fill(user)
  await word.fill(password)
  await word.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
}

/** Opens a route and waits until its page stands: a heading, no skeleton left, nothing on its way. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`${productUrl()}/jkweb${path}`)
  await standsStill(page, 'h1')
}

/** Parts that show that something is still on its way: bones of a page, a page that opens, whatever says that it is busy. */
const WAITING = ':is(main, dialog[open]) :is(.w-bone, .w-skeleton), .s-opening, [aria-busy="true"], [data-busy]'
const WITHIN_MS = 20_000

interface Wanted {
  /** Selector of parts that must be gone. */
  waiting: string
  /** Selector of a part that must be seen. */
  part: string | null
  /** Whether the answer is what is missing, in words, or just whether nothing is. */
  isTold: boolean
}

/** Runs in the page: whether it stands, or what it still waits for. */
function settled({ waiting, part, isTold }: Wanted): boolean | string {
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const missing = part !== null && ![...document.querySelectorAll(part)].some(isSeen) ? [`no ${part}`] : []
  const busy = [...document.querySelectorAll(waiting)].filter(isSeen).map(({ outerHTML }) => outerHTML.slice(0, 120))
  // Half faded in, every text lacks contrast. One without an end never arrives, and neither does one that is paused.
  const moving = document
    .getAnimations()
    .filter(one => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
    .map(one => `under way: ${one.effect instanceof KeyframeEffect ? (one.effect.target?.className ?? '') : ''}`)
  const all = [...missing, ...busy, ...moving]
  return isTold ? all.join(', ') : all.length === 0
}

/**
 * Waits until nothing of a page is being loaded and what fades or slides in has arrived. The page looks itself, with every
 * frame: an `expect` of the outside looks again only after 100, 250, 500 and 1,000 ms.
 *
 * @param part selector of a part that has to be seen as well
 * @throws Error after 20 s, with what the page still waits for
 */
export async function standsStill(page: Page, part: string | null = null): Promise<void> {
  const wanted = { waiting: WAITING, part, isTold: false }
  try {
    await page.waitForFunction(settled, wanted, { polling: 'raf', timeout: WITHIN_MS })
  } catch (error) {
    const left = await page.evaluate(settled, { ...wanted, isTold: true }).catch(() => 'it went away')
    throw new Error(`the page does not stand still: ${left}`, { cause: error })
  }
}

/** Lets a page move as it does for most people, until the end of the test: journeys ask for less motion (decision 400). */
export async function letMove(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
}

/** The same page light or dark, for who has left that to the system. */
export async function lookIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(scheme => getComputedStyle(document.documentElement).colorScheme === scheme, colorScheme, {
    timeout: WITHIN_MS,
  })
  await standsStill(page)
}

/** Words that were not translated look like their keys; a job without a word is its name, which has two parts. */
const KEY =
  /\b(assets|charging|finance|gateway|help|identity|kernel|kit|ledger|members|notifications|payments|platform|pricing|shell)\.([a-z][A-Za-z]+(\.[A-Za-z-]+)+|[a-z]+[A-Z][A-Za-z]+)\b/g

export async function untranslated(page: Page): Promise<string[]> {
  return [...(await page.locator('body').innerText()).matchAll(KEY)].map(match => match[0])
}
