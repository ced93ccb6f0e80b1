import type { ReactNode } from 'react'
import { Popover } from './popover.tsx'

export interface MenuAction {
  key: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  /** Reason why the action is disabled; shown as the item's title. */
  disabled?: string | false
  readonly run: () => void
}

/** Draws the items of a menu; `null` draws a line. */
export function MenuItems({ actions, onDone }: { actions: readonly (MenuAction | null)[]; onDone: () => void }) {
  return actions.map((action, index) =>
    action === null ? (
      // A line has no key of its own, so its index is used.
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

/**
 * Draws a button of three dots with the actions that have no button of their own. `isOpen` opens the menu at its first render.
 */
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
