import { PLACE_CHOSEN } from '@wattyard/console-kit'
import { forgetScroll, noteScroll, readScroll, type Scrolled, type ScrollMemory, writeScroll } from './tab-scroll.ts'

const STORE_KEY = 'wattyard.scroll'
const PANE = '.s-pane'
/** Selector of pages that are hidden or being hidden (hide-tab.ts). */
const AWAY = '[data-leaving], [data-away]'
/** Scrolling parts of a page whose position is worth keeping. */
const PARTS = '.w-list-body, .w-scroll-x'
/** Time in ms after which a list that is still too short counts as shortened. */
const GIVE_UP_MS = 10_000
const LOOK_MS = 100
/** Events that end the search for the old position. */
const ENDS = ['wheel', 'pointerdown', 'keydown', PLACE_CHOSEN]

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORE_KEY)
  } catch {
    return null // storage is forbidden, so pages start at their top
  }
}

let memory: ScrollMemory = readScroll(stored())

export function forgetPlaces(isGone: (path: string) => boolean): void {
  memory = forgetScroll(memory, isGone)
}

function partOf(pane: Element, element: Element): string | undefined {
  if (element === pane) return 'page'
  const at = [...pane.querySelectorAll(PARTS)].indexOf(element)
  return at < 0 ? undefined : String(at)
}

function elementOf(pane: Element, part: string): Element | undefined {
  return part === 'page' ? pane : [...pane.querySelectorAll(PARTS)][Number(part)]
}

function onScroll({ target }: Event): void {
  if (!(target instanceof Element)) return
  const pane = target.closest<HTMLElement>(PANE)
  const path = pane?.dataset.path
  // A page that is being hidden loses its positions for a moment, which must not be stored.
  if (!pane || path === undefined || !pane.checkVisibility() || pane.matches(AWAY)) return
  const part = partOf(pane, target)
  if (part !== undefined) memory = noteScroll(memory, path, part, { top: target.scrollTop, left: target.scrollLeft })
}

/** Stores the scroll positions of pages, and keeps them over a reload of the browser tab. */
export function watchScroll(): void {
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORE_KEY, writeScroll(memory))
    } catch {
      // Storage is forbidden, as above.
    }
  })
}

function tryScroll(element: Element | undefined, { top, left }: Scrolled): boolean {
  if (!element || element.scrollHeight - element.clientHeight < top || element.scrollWidth - element.clientWidth < left)
    return false
  element.scrollTo({ top, left, behavior: 'instant' })
  return true
}

/**
 * Scrolls a rebuilt page to its old positions, part by part as its content arrives, until somebody scrolls or types, or the page
 * scrolls by itself. Returns a function that stops it.
 */
export function restorePlaces(pane: HTMLElement, path: string): () => void {
  const waiting = new Map(memory.get(path))
  if (waiting.size === 0) return () => undefined
  const until = performance.now() + GIVE_UP_MS
  const stop = (): void => {
    clearInterval(timer)
    for (const name of ENDS) pane.removeEventListener(name, stop)
  }
  const look = (): void => {
    for (const [part, at] of waiting) if (tryScroll(elementOf(pane, part), at)) waiting.delete(part)
    if (waiting.size === 0 || performance.now() > until) stop()
  }
  const timer = setInterval(look, LOOK_MS)
  for (const name of ENDS) pane.addEventListener(name, stop, { passive: true })
  look()
  return stop
}
