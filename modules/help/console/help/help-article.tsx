import { PLACE_CHOSEN } from '@wattyard/console-kit'
import { useEffect, useRef } from 'react'
import type { HelpPage } from '../../contract/help-page.ts'
import { termsOf } from '../../contract/search-help.ts'
import { Blocks, Marked } from '../markdown/markdown.tsx'
import { addressOf, type HelpPlace } from './help-place.ts'

const HEADINGS = { 1: 'h2', 2: 'h3', 3: 'h4' } as const

/** Element of a heading; ids of other pages of the console are never called so. */
const elementId = (id: string): string => `help-${id}`

/** One page of help; it shows the heading of the address, and marks what was sought. */
export function HelpArticle({ page, place }: { page: HelpPage; place: HelpPlace }) {
  const root = useRef<HTMLElement>(null)
  const terms = termsOf(place.sought)
  const gone = useRef('')
  useEffect(() => {
    // Whoever comes back to the tab finds it where they left it; only a heading newly asked for is gone to.
    if (place.at === gone.current) return
    // Once the tab has put itself where it was.
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
