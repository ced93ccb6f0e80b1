import { ClockCircleOutlined, StarFilled } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import type { LayoutEntry } from '@wattyard/pages'
import { useId } from 'react'
import { MenuLink, PageStar } from './menu-link.tsx'
import { usePageMemory } from './page-memory.ts'

/** Number of recent pages: more would push the menu itself out of sight. */
const RECENT = 4

interface QuickPagesProps {
  /** Entries of this person's menu; others are left out, whatever was marked once. */
  entries: readonly LayoutEntry[]
  current: string
}

/** Draws the pages that the person marked, and those opened last, above the menu; nothing while there are none. */
export function QuickPages({ entries, current }: QuickPagesProps) {
  const { t } = useWords()
  const id = useId()
  const { favourites, recent } = usePageMemory(memory => memory.marks)
  const named = (paths: readonly string[]): LayoutEntry[] =>
    paths.flatMap(path => entries.find(({ key }) => key === path) ?? [])
  const marked = named(favourites)
  const last = named(recent.filter(path => !favourites.includes(path))).slice(0, RECENT)
  if (marked.length + last.length === 0) return null
  const sections = [
    ['shell.stationFavourites', <StarFilled key="star" />, marked],
    ['shell.stationRecent', <ClockCircleOutlined key="clock" />, last],
  ] as const
  return (
    <nav className="s-quick" aria-label={t('shell.quick')}>
      {sections.map(
        ([word, icon, list]) =>
          list.length > 0 && (
            <div key={word}>
              <p id={`${id}${word}`} className="s-section">
                {icon}
                {t(word)}
              </p>
              <ul aria-labelledby={`${id}${word}`}>
                {list.map(entry => (
                  <li key={entry.key} className="s-row">
                    <MenuLink entry={entry} isCurrent={entry.key === current} isNarrow={false} />
                    <PageStar path={entry.key} />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </nav>
  )
}
