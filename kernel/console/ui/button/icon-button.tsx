import type { ReactNode } from 'react'

interface IconButtonProps {
  icon: ReactNode
  /** Accessible name, shown as the title too. */
  label: string
  /** State of a button that switches something; absent for one that does something. */
  isPressed?: boolean | undefined
  onClick: () => void
}

/** Draws a button with an icon alone. It is left out on paper. */
export function IconButton({ icon, label, isPressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="w-icon-button w-no-print"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
