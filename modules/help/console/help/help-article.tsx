import { PLACE_CHOSEN } from '@wattyard/console-kit'
import { useEffect, useRef } from 'react'
import type { HelpPage } from '../../contract/help-page.ts'
import { termsOf } from '../../contract/search-help.ts'
import { Blocks, Marked } from '../markdown/markdown.tsx'
import { addressOf, type HelpPlace } from './help-place.ts'

const HEADINGS = { 1: 'h2', 2: 'h3', 3: 'h4' } as const

/** Returns the element id of a heading; its prefix avoids ids of other pages of the console. */
const elementId = (id: string): string => `help-${id}`

/** Draws one page of help, scrolls to the heading in the URL, and marks the searched words. */
export function HelpArticle({ page, place }: { page: HelpPage; place: HelpPlace }) {
  const root = useRef<HTMLElement>(null)
  const terms = termsOf(place.sought)
  const gone = useRef('')
  useEffect(() => {
    // A tab that is shown again keeps its scroll position; only a newly requested heading is scrolled to.
    if (place.at === gone.current) return
    // After the tab has restored its scroll position.
    const timer = setTimeout(() => {
      gone.current = place.at
      const heading = root.current?.querySelector<HTMLElement>(`#${CSS.escape(elementId(place.at))}`)
      if (!heading) return
      heading.dispatchEvent(new Event(PLACE_CHOSEN, { bubbles: true }))
      heading.scrollIntoView({ block: 'start' })
      heading.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [place.at])
  return (
    <article ref={root} className="help-article">
      {page.sections.map(({ id, title, level, blocks }) => {
        const Heading = HEADINGS[level]
        return (
          <section key={id}>
            <Heading id={elementId(id)} tabIndex={-1}>
              <Marked text={title} terms={terms} />
            </Heading>
            <Blocks
              blocks={blocks}
              terms={terms}
              hrefOf={other => addressOf({ page: page.topic, at: other, sought: '' })}
            />
          </section>
        )
      })}
    </article>
  )
}
