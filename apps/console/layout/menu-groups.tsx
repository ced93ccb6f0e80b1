import { DownOutlined } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { runsOf, titleKey } from '@wattyard/pages'
import { useId } from 'react'
import { toggleSidebar } from './device.ts'
import { Drawing, Mark, MenuLink, PageStar } from './menu-link.tsx'
import type { MenuGroup } from './menu-tree.ts'
import { foldGroup, usePageMemory } from './page-memory.ts'

const CHEVRON = <DownOutlined className="s-chevron" aria-hidden="true" />

interface GroupEntryProps {
  group: MenuGroup
  /** Path of the current entry. */
  current: string
  isNarrow: boolean
  /** Open whatever the person has folded, because a search shows what it found. */
  isForced: boolean
}

/** Draws a group of the menu. It is open when the person opened it, or when it holds the current page and they did not fold it. */
export function GroupEntry({
  group: { group, icon, badge, entries, leaf },
  current,
  isNarrow,
  isForced,
}: GroupEntryProps) {
  const { t } = useWords()
  const holdsCurrent = entries.some(({ key }) => key === current)
  const folded = usePageMemory(memory => memory.folds[group])
  const isOpen = isForced || (folded ?? holdsCurrent)
  const name = t(titleKey(group))
  if (leaf)
    return (
      <li>
        <MenuLink entry={leaf} isCurrent={leaf.key === current} isTop isNarrow={isNarrow} />
      </li>
    )
  if (isNarrow)
    return (
      <li>
        <button
          type="button"
          className="s-entry"
          data-current={holdsCurrent ? '' : undefined}
          title={name}
          aria-label={name}
          onClick={() => {
            foldGroup(group, true)
            toggleSidebar()
          }}
        >
          <Drawing icon={icon} />
        </button>
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className="s-entry s-group"
        data-holds={holdsCurrent ? '' : undefined}
        aria-expanded={isOpen}
        onClick={() => foldGroup(group, !isOpen)}
      >
        <Drawing icon={icon} />
        <span className="w-grow w-clip">{name}</span>
        {badge && <Mark badge={badge} />}
        {CHEVRON}
      </button>
      {isOpen && <Runs entries={entries} current={current} />}
    </li>
  )
}

/** Draws the entries of a group, those of a section below its name. */
function Runs({ entries, current }: { entries: MenuGroup['entries']; current: string }) {
  const { t } = useWords()
  const id = useId()
  return runsOf(entries).map(({ section, entries: run }) => (
    <div key={run[0]?.key} className="s-run" data-named={section ? '' : undefined}>
      {section && (
        <p id={`${id}${section}`} className="s-section">
          {t(`shell.section.${section}`)}
        </p>
      )}
      <ul aria-labelledby={section ? `${id}${section}` : undefined}>
        {run.map(entry => (
          <li key={entry.key} className="s-row">
            <MenuLink entry={entry} isCurrent={entry.key === current} isNarrow={false} />
            {entry.route && <PageStar path={entry.key} />}
          </li>
        ))}
      </ul>
    </div>
  ))
}
