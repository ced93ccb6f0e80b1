import type { ReactNode } from 'react'
import './key.css'

/** Draws a key as printed on a keyboard. It is hidden from screen readers, because the control states its keys itself. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="w-key" aria-hidden="true">
      {children}
    </kbd>
  )
}
