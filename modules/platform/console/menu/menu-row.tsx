import { type MenuView } from '../../contract/calls/menu.ts'
import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Icon, useMay, useWords } from '@wattyard/console-kit'
import { routeAt } from '@wattyard/pages'
import { isChanged, isHiddenAnyway, isOwnKey, useMenuWrites } from './use-menu.ts'

interface RowFaceProps {
  menu: MenuView
  itemKey: string
  name: string
  icon: string | undefined
  badge: string | undefined
}

/** Draws icon, title and marks of an entry or a group. */
export function RowFace({ menu, itemKey, name, icon, badge }: RowFaceProps) {
  const { t } = useWords()
  const mark = isOwnKey(itemKey) ? 'ownMark' : isChanged(menu, itemKey) ? 'changedMark' : null
  return (
    <span className="platform-menu-face" title={t('platform.menu.edit', { name })}>
      {icon && <Icon name={icon} />}
      <span className="w-clip">{name}</span>
      {badge && (
        <span className="w-tag" data-plain="">
          {t(`platform.menuEntry.badgeValue.${badge}`)}
        </span>
      )}
      {mark && <small className="w-quiet">{t(`platform.menu.${mark}`)}</small>}
    </span>
  )
}

/** Draws the button that hides an entry or a group in the menu, or shows it again. */
export function HideButton({
  menu,
  itemKey,
  name,
  hidden,
}: {
  menu: MenuView
  itemKey: string
  name: string
  hidden: boolean
}) {
  const { t } = useWords()
  const writes = useMenuWrites()
  const record = menu.entries.find(one => one.key === itemKey)
  const [mayMake, mayChange] = [useMay('platform.menuEntry:create'), useMay('platform.menuEntry:update')]
  const toggle = async (): Promise<void> => {
    const next = !hidden === isHiddenAnyway(itemKey) ? null : !hidden
    return writes.save(
      record ? { id: record.id, version: record.version, hidden: next } : { key: itemKey, hidden: next },
    )
  }
  const mark = routeAt(itemKey)?.meta.inUserMenu ? 'userMenuMark' : 'hiddenMark'
  const label = t(hidden ? 'platform.menu.show' : 'platform.menu.hide', { name })
  return (
    <>
      {hidden && <small className="w-quiet platform-menu-mark">{t(`platform.menu.${mark}`)}</small>}
      <button
        type="button"
        className="w-icon-button"
        disabled={!(record ? mayChange : mayMake)}
        aria-label={label}
        title={label}
        onClick={() => void toggle().catch(() => undefined)}
      >
        {hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
    </>
  )
}
