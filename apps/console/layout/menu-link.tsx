import { ExportOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Icon, ROUTE_ICONS, useWords } from '@wattyard/console-kit'
import { type LayoutEntry, safeLink, titleKey } from '@wattyard/pages'
import { memo } from 'react'
import { preloadPage } from './open-page.ts'
import { PageLink } from './page-link.tsx'
import { markPage, usePageMemory } from './page-memory.ts'

/** Draws an icon. Those of the contract are loaded with the shell; the others load when one of them is needed. */
export function Drawing({ icon }: { icon: string }) {
  return Object.hasOwn(ROUTE_ICONS, icon) ? ROUTE_ICONS[icon as keyof typeof ROUTE_ICONS] : <Icon name={icon} />
}

/** Draws the badge that the operator gave to an entry or a group. */
export function Mark({ badge }: { badge: string }) {
  const { t } = useWords()
  return (
    <span className="s-badge" data-badge={badge}>
      {t(`shell.badge.${badge}`)}
    </span>
  )
}

interface MenuLinkProps {
  entry: LayoutEntry
  isCurrent: boolean
  /** Entry beside the groups, with an icon of its own. */
  isTop?: boolean
  isNarrow: boolean
}

/** Draws one entry of the menu. Memoised, so that a switch of pages renders only two of them. */
export const MenuLink = memo(function MenuLink({
  entry: { key, route, link, icon, badge },
  isCurrent,
  isTop = false,
  isNarrow,
}: MenuLinkProps) {
  const { t } = useWords()
  const title = t(titleKey(key))
  const preload = (): void => void preloadPage(key)
  const face = (
    <>
      {icon && <Drawing icon={icon} />}
      {isNarrow ? <span className="w-sr">{title}</span> : <span className="w-grow w-clip">{title}</span>}
      {badge && !isNarrow && <Mark badge={badge} />}
    </>
  )
  const look = {
    className: 's-entry s-link',
    'data-deep': isTop ? undefined : '',
    title: isNarrow ? title : undefined,
  }
  const outside = link ?? route?.meta.externalLink
  if (outside !== undefined) {
    const address = safeLink(outside)
    return address === null ? null : (
      <a href={address} target="_blank" rel="noopener noreferrer" {...look}>
        {face}
        {link !== undefined && !isNarrow && (
          <ExportOutlined className="s-outside" aria-label={t('shell.opensOutside')} />
        )}
      </a>
    )
  }
  return (
    <PageLink
      to={key}
      data-current={isCurrent ? '' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      {...look}
    >
      {face}
    </PageLink>
  )
})

/**
 * Draws the star beside an entry. It is no stop of the Tab key, or the way through the menu would be twice as long: the keyboard
 * has the menu of the tab.
 */
export function PageStar({ path }: { path: string }) {
  const { t } = useWords()
  const isMarked = usePageMemory(memory => memory.marks.favourites.includes(path))
  return (
    <button
      type="button"
      tabIndex={-1}
      className="w-icon-button s-page-star"
      aria-pressed={isMarked}
      aria-label={t('shell.stationMark', { name: t(titleKey(path)) })}
      title={t(isMarked ? 'shell.stationUnmarkHint' : 'shell.stationMarkHint')}
      onClick={() => markPage(path)}
    >
      {isMarked ? <StarFilled /> : <StarOutlined />}
    </button>
  )
}
