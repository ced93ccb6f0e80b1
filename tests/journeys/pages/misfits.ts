import { expect, type Page } from '@playwright/test'
import { standsStill } from '../console.ts'

/** The mobile rule of contract §4. */
const MOBILE_BELOW = 1027
/** From the narrowest phone to a wall; 1026 and 1027 are the two sides of the contract's phone rule. */
export const WIDTHS = [360, 390, 768, 1024, 1026, 1027, 1440, 1920, 2560, 3840] as const
/** A line of running text longer than this is not read (WCAG 1.4.8 asks for 80 characters; tables and bars are no text). */
const WIDEST_TEXT_PX = 1200
/**
 * What may be pushed sideways on a phone, by name: the filters of a list stand in one line, the figures of a report beside its
 * first column, tabs in one line where a shade tells of those outside. A list becomes cards.
 */
const MAY_SCROLL = '.w-filters, .w-report-box, .w-tab-list:is([data-left], [data-right])'

/** As high as a phone. */
const HEIGHT = 844
/** No question about widths hangs on the height, and a machine without a graphics card paints each pixel by hand. */
export const LOW = 400

/** Runs in the page: the page hears of a new width with the next frame, and is drawn for it in the one after. */
async function drawnAgain(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(done => void requestAnimationFrame(done))
}

/** Gives the window a width and waits until shell and page are drawn for it. */
export async function widen(page: Page, width: number, height = HEIGHT): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(drawnAgain)
  await standsStill(page, width < MOBILE_BELOW ? '.s-shell[data-mobile]' : '.s-shell:not([data-mobile])')
}

/** Wider than a phone, where lists are tables. */
const TABLES_FROM = 641

/** Narrower than this, small tables made by hand are pushed sideways, with a shade at the edge that says so. */
const SMALL_TABLES_FIT_FROM = 1440

/** Runs in the page: columns that hang out of their table or under its menus, and names, figures and states that are cut. */
function columnsCut(boxes: string): string[] {
  const found: string[] = []
  for (const box of document.querySelectorAll<HTMLElement>(boxes)) {
    if (!box.checkVisibility() || !box.querySelector('table')) continue
    const menus = box.querySelector<HTMLElement>('thead .w-actions')?.offsetWidth ?? 0
    const end = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth - menus
    for (const head of box.querySelectorAll('thead th:not([aria-hidden], .w-actions)'))
      if (head.getBoundingClientRect().right > end + 1) found.push(`column without room: ${head.textContent}`)
    for (const part of box.querySelectorAll(
      ':is(thead th, .w-tag) > .w-clip, .w-sort > .w-clip, .w-report-sort > .w-clip, :is(td, .w-tag)[data-align="end"], td[data-end]',
    ))
      if (part.scrollWidth > part.clientWidth + 1) found.push(`cut: ${part.textContent} in ${box.className}`)
  }
  return [...new Set(found)]
}

/** Returns what hangs out of the window, is cut off though nothing scrolls there, lies under the part below, or runs too wide to be read. */
export async function misfits(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  const small = width >= SMALL_TABLES_FIT_FROM ? ', main .w-scroll-x' : ''
  const boxes = `main :is(.w-list-body, .w-report-box)${small}`
  const cut = width >= TABLES_FROM ? await page.evaluate(columnsCut, boxes) : []
  const others = await misfitsBesides(page)
  return [...cut, ...others]
}

async function misfitsBesides(page: Page): Promise<string[]> {
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
    // What of a page's first lines lies under the part below them.
    for (const head of document.querySelectorAll('main .w-page-head')) {
      const below = head.nextElementSibling?.getBoundingClientRect()
      if (!head.checkVisibility() || !below || below.height === 0) continue
      for (const part of head.querySelectorAll('button, a, h1, label'))
        if (part.checkVisibility() && part.getBoundingClientRect().bottom > below.top + 1)
          found.push(`covered: ${part.outerHTML.slice(0, 120)}`)
    }
    for (const text of document.querySelectorAll('main p'))
      if (text.checkVisibility() && text.getBoundingClientRect().width > most)
        found.push(`too wide: ${text.outerHTML.slice(0, 120)}`)
    return found
  }, WIDEST_TEXT_PX)
}

/** Returns the parts of the page, and of the dialog over it, whose content is wider than they are. */
export async function pushedSideways(page: Page): Promise<string[]> {
  const { read, pushed } = await page.evaluate(mayScroll => {
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
        .map(
          ({ className, firstElementChild, scrollWidth, clientWidth }) =>
            `${className} with ${firstElementChild?.className ?? 'text'}: ${scrollWidth} > ${clientWidth}`,
        ),
    }
  }, MAY_SCROLL)
  expect(read, 'elements looked at').toBeGreaterThan(0)
  return pushed
}
