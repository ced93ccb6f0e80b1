import { initialsOf, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { HelpPage } from '../../contract/help-page.ts'
import { type HelpHit, MAX_SOUGHT, searchHelp, termsOf } from '../../contract/search-help.ts'
import { Marked } from '../markdown/markdown.tsx'
import { addressOf, type HelpPlace } from './help-place.ts'

/** Largest number of shown results; a longer search text narrows them. */
const MAX_HITS = 20

/** Draws the pages, and the headings of the open one. */
function Contents({ pages, place }: { pages: readonly HelpPage[]; place: HelpPlace }) {
  return (
    <ul className="help-contents">
      {pages.map(({ topic, title, sections }) => (
        <li key={topic}>
          <Link
            to={addressOf({ page: topic, at: '', sought: '' })}
            aria-current={topic === place.page ? 'page' : undefined}
          >
            {title}
          </Link>
          {topic === place.page && (
            <ul>
              {sections
                .filter(({ level }) => level === 2)
                .map(section => (
                  <li key={section.id}>
                    <Link
                      to={addressOf({ page: topic, at: section.id, sought: '' })}
                      aria-current={section.id === place.at ? 'location' : undefined}
                    >
                      {section.title}
                    </Link>
                  </li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Results({ hits, place }: { hits: readonly HelpHit[]; place: HelpPlace }) {
  const terms = termsOf(place.sought)
  return (
    <ul className="help-results">
      {hits.slice(0, MAX_HITS).map(({ section, pageTitle, excerpt }) => (
        <li key={`${section.topic}#${section.id}`}>
          <Link
            to={addressOf({ page: section.topic, at: section.id, sought: place.sought })}
            aria-current={section.topic === place.page && section.id === place.at ? 'location' : undefined}
          >
            <span className="help-result-title">
              <span>
                <Marked text={section.title} terms={terms} />
              </span>
              {section.title !== pageTitle && <small>{pageTitle}</small>}
            </span>
            <span className="help-excerpt">
              <Marked text={excerpt.text} terms={terms} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface HelpNavProps {
  pages: readonly HelpPage[]
  place: HelpPlace
  onSeek: (sought: string) => void
}

/** Draws the search, and below it the results or, without a search text, the contents. Arrows move between the entries. */
export function HelpNav({ pages, place, onSeek }: HelpNavProps) {
  const { t } = useWords()
  const root = useRef<HTMLElement>(null)
  const isSeeking = place.sought.trim() !== ''
  const hits = useMemo(() => searchHelp(pages, place.sought, initialsOf), [pages, place.sought])

  const move = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by] // an element of the list, or none
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const byInput = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && place.sought !== '') onSeek('')
    if (event.key === 'Enter' && isSeeking) root.current?.querySelector<HTMLElement>('.help-results a')?.click()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows are a shorter way between links that Tab reaches too
    <nav ref={root} className="help-nav w-no-print" aria-label={t('help.index.contents')} onKeyDown={move}>
      <input
        className="w-input"
        type="search"
        aria-label={t('help.index.search')}
        placeholder={t('help.index.search')}
        maxLength={MAX_SOUGHT}
        value={place.sought}
        onChange={event => onSeek(event.target.value)}
        onKeyDown={byInput}
      />
      <output className="help-count">
        {isSeeking ? t(hits.length > 0 ? 'help.index.found' : 'help.index.none', { count: hits.length }) : ''}
      </output>
      {isSeeking ? <Results hits={hits} place={place} /> : <Contents pages={pages} place={place} />}
      {isSeeking && hits.length === 0 && <p className="w-quiet">{t('help.index.noneHint')}</p>}
    </nav>
  )
}
