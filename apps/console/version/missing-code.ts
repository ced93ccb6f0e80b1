import { isDirtyTab, onMissingCode } from '@wattyard/console-kit'
import { servedBuild } from './newer.ts'

const MARK = 'wattyard.reloaded'
/** A second reload within this time in ms would loop. */
const RELOAD_MS = 60_000
/** Time in ms until a style sheet that did not come is asked for again. */
const STYLE_MS = 5_000

/**
 * Reloads when somebody waits for code that is gone because another build is served. An open page asks for old files after a
 * deploy; without a network the files are only out of reach, and a reload would throw all tabs away for the browser's own page.
 *
 * @param isAsked whether the person has tried again. Then the same build is loaded anew too, because a browser remembers a script
 *   that did not come; over unsaved input it asks first
 */
async function reloadForCode(isAsked: boolean): Promise<void> {
  const build = await servedBuild()
  if (build === null) return
  if (isAsked) return location.reload()
  if (build === 'same' || isDirtyTab() || Date.now() - Number(sessionStorage.getItem(MARK) ?? 0) < RELOAD_MS) return
  sessionStorage.setItem(MARK, String(Date.now()))
  location.reload()
}

/** Asks again for a style sheet that did not come: the bundler's loader never does, so a page tried again would stand without. */
function renewStyle(dead: HTMLLinkElement): void {
  const next = dead.cloneNode() as HTMLLinkElement // a clone of a link
  next.addEventListener('load', () => dead.remove())
  next.addEventListener('error', () => {
    next.remove()
    setTimeout(renewStyle, STYLE_MS, dead)
  })
  dead.after(next)
}

/** Handles code that did not come, from the first import on. What was only fetched ahead is left: nobody waits for it. */
export function watchMissingCode(): void {
  onMissingCode(reloadForCode)
  const renewing = new WeakSet<Element>()
  window.addEventListener('vite:preloadError', () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')) {
      if (link.sheet !== null || renewing.has(link)) continue
      renewing.add(link)
      setTimeout(renewStyle, STYLE_MS, link)
    }
  })
}
