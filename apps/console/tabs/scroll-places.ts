import { PLACE_CHOSEN } from '@wattyard/console-kit'
import { forgetScroll, noteScroll, readScroll, type Scrolled, type ScrollMemory, writeScroll } from './tab-scroll.ts'

const STORE_KEY = 'wattyard.scroll'
const PANE = '.s-pane'
/** Being put away, or put away already (hide-tab.ts). */
const AWAY = '[data-leaving], [data-away]'
/** Parts of a page that scroll by themselves and whose place is worth keeping. */
const PARTS = '.w-list-body, .w-scroll-x'
/** A list that has not come back as long as it was by then has become shorter. */
const GIVE_UP_MS = 10_000
const LOOK_MS = 100
/** What ends the search for the old place. */
const ENDS = ['wheel', 'pointerdown', 'keydown', PLACE_CHOSEN]

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORE_KEY)
  } catch {
    return null // storage is forbidden: pages start at their top
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
  // A page that is being hidden loses its places for a moment; that is nobody's wish.
  if (!pane || path === undefined || !pane.checkVisibility() || pane.matches(AWAY)) return
  const part = partOf(pane, target)
  if (part !== undefined) memory = noteScroll(memory, path, part, { top: target.scrollTop, left: target.scrollLeft })
}

/** Notes how far pages are scrolled, and keeps it over a reload of the browser tab. */
export function watchScroll(): void {
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORE_KEY, writeScroll(memory))
    } catch {
      // As above.
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
 * Scrolls a page that was built again to where it was, part by part as its contents arrive, until somebody scrolls or
 * types, or the page goes elsewhere by itself. Returns how to stop.
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
