import { type MenuView } from '../../contract/calls/menu.ts'
import { DownOutlined, EyeInvisibleOutlined, EyeOutlined, HolderOutlined } from '@ant-design/icons'
import { Icon, useMay, useWords } from '@wattyard/console-kit'
import type { LayoutEntry, LayoutGroup } from '@wattyard/pages'
import { type PointerEvent, useState } from 'react'
import { isChanged, isOwnKey, isShowable, titleIn, useMenuWrites } from './use-menu.ts'

export type MoveStep = 'up' | 'down' | 'left' | 'right'

interface Handling {
  held: string | null
  mayArrange: boolean
  onHold: (event: PointerEvent<HTMLElement>, key: string) => void
  onStep: (key: string, step: MoveStep) => void
  onEdit: (key: string) => void
}

interface TreeGroupProps extends Handling {
  menu: MenuView
  group: LayoutGroup
  /** Entries that are sought. */
  isShown: (key: string) => boolean
}

/** A group with its entries. What is not built yet has its place and is only counted. */
export function TreeGroup({ menu, group, isShown, ...handling }: TreeGroupProps) {
  const { t, language } = useWords()
  const [isFolded, setFolded] = useState(false)
  const name = titleIn(menu, group.key, language)
  const entries = group.entries.filter(entry => isShowable(menu, entry))
  const unbuilt = group.entries.length - entries.length
  return (
    <li>
      <div
        className="platform-menu-row"
        data-head=""
        data-key={group.key}
        data-group={group.key}
        data-held={handling.held === group.key ? '' : undefined}
        data-hidden={group.hidden ? '' : undefined}
      >
        <Handle label={t('platform.menu.moveGroup', { name })} itemKey={group.key} {...handling} />
        <button
          type="button"
          className="platform-menu-fold"
          aria-expanded={!isFolded}
          aria-label={t('platform.menu.expand', { name })}
          onClick={() => setFolded(!isFolded)}
        >
          <DownOutlined aria-hidden="true" />
        </button>
        <RowFace
          menu={menu}
          itemKey={group.key}
          name={name}
          icon={group.icon}
          badge={group.badge}
          onEdit={handling.onEdit}
        />
        <HideButton menu={menu} itemKey={group.key} name={name} hidden={group.hidden} />
      </div>
      {!isFolded && (
        <ul className="platform-menu-entries">
          {entries
            .filter(entry => isShown(entry.key))
            .map(entry => (
              <TreeEntry key={entry.key} menu={menu} group={group.key} entry={entry} {...handling} />
            ))}
          {group.entries.length === 0 && <li className="w-quiet platform-menu-none">{t('platform.menu.empty')}</li>}
          {unbuilt > 0 && (
            <li className="w-quiet platform-menu-none">{t('platform.menu.unbuilt', { count: unbuilt })}</li>
          )}
        </ul>
      )}
    </li>
  )
}

function TreeEntry({
  menu,
  group,
  entry,
  ...handling
}: Handling & { menu: MenuView; group: string; entry: LayoutEntry }) {
  const { t, language } = useWords()
  const name = titleIn(menu, entry.key, language)
  return (
    <li>
      <div
        className="platform-menu-row"
        data-key={entry.key}
        data-group={group}
        data-held={handling.held === entry.key ? '' : undefined}
        data-hidden={entry.hidden ? '' : undefined}
      >
        <Handle label={t('platform.menu.move', { name })} itemKey={entry.key} {...handling} />
        <RowFace
          menu={menu}
          itemKey={entry.key}
          name={name}
          icon={entry.icon}
          badge={entry.badge}
          code={entry.link ?? entry.key}
          onEdit={handling.onEdit}
        />
        <HideButton menu={menu} itemKey={entry.key} name={name} hidden={entry.hidden} />
      </div>
    </li>
  )
}

const STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

function Handle({
  label,
  itemKey,
  mayArrange,
  onHold,
  onStep,
}: Pick<Handling, 'mayArrange' | 'onHold' | 'onStep'> & { label: string; itemKey: string }) {
  return (
    <button
      type="button"
      className="platform-handle"
      disabled={!mayArrange}
      aria-label={label}
      onPointerDown={event => onHold(event, itemKey)}
      onKeyDown={event => {
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        onStep(itemKey, step)
      }}
    >
      <HolderOutlined />
    </button>
  )
}

interface RowFaceProps {
  menu: MenuView
  itemKey: string
  name: string
  icon: string | undefined
  badge: string | undefined
  code?: string
  onEdit: (key: string) => void
}

/** Drawing, title and marks; pressing it opens everything about the entry. */
export function RowFace({ menu, itemKey, name, icon, badge, code, onEdit }: RowFaceProps) {
  const { t } = useWords()
  const mark = isOwnKey(itemKey) ? 'ownMark' : isChanged(menu, itemKey) ? 'changedMark' : null
  return (
    <button
      type="button"
      className="platform-menu-face"
      title={t('platform.menu.edit', { name })}
      onClick={() => onEdit(itemKey)}
    >
      {icon && <Icon name={icon} />}
      <span className="w-clip">{name}</span>
      {badge && (
        <span className="w-tag" data-plain="">
          {t(`platform.menuEntry.badgeValue.${badge}`)}
        </span>
      )}
      {mark && <small className="w-quiet">{t(`platform.menu.${mark}`)}</small>}
      {code !== undefined && <small className="w-mono w-quiet w-clip platform-menu-code">{code}</small>}
    </button>
  )
}

function HideButton({
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
  const toggle = async (): Promise<void> =>
    writes.save(
      record ? { id: record.id, version: record.version, hidden: !hidden } : { key: itemKey, hidden: !hidden },
    )
  const label = t(hidden ? 'platform.menu.show' : 'platform.menu.hide', { name })
  return (
    <>
      {hidden && <small className="w-quiet platform-menu-mark">{t('platform.menu.hiddenMark')}</small>}
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
