import type { ReactNode } from 'react'
import { Popover } from './popover.tsx'

export interface MenuAction {
  key: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now; shown as the item's title. */
  disabled?: string | false
  readonly run: () => void
}

/** Items of a menu; a line stands where `null` is. */
export function MenuItems({ actions, onDone }: { actions: readonly (MenuAction | null)[]; onDone: () => void }) {
  return actions.map((action, index) =>
    action === null ? (
      // A line has no name of its own; its place is its identity.
      <hr key={`line${index}`} className="w-menu-line" />
    ) : (
      <button
        key={action.key}
        type="button"
        role="menuitem"
        className="w-menu-item"
        data-danger={action.danger ? '' : undefined}
        aria-disabled={action.disabled ? true : undefined}
        title={action.disabled || undefined}
        onClick={() => {
          if (action.disabled) return
          onDone()
          action.run()
        }}
      >
        {action.icon}
        {action.label}
      </button>
    ),
  )
}

/** Three dots with the actions that have no button of their own. `isOpen` opens it with its first drawing. */
export function MoreMenu({
  label,
  actions,
  isOpen = false,
}: {
  label: string
  actions: readonly (MenuAction | null)[]
  isOpen?: boolean
}) {
  if (actions.length === 0) return null
  return (
    <Popover
      kind="menu"
      align="end"
      label={label}
      isOpen={isOpen}
      button={props => <button type="button" className="w-icon-button w-more" aria-label={label} {...props} />}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}
