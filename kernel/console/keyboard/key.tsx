import type { ReactNode } from 'react'
import './key.css'

/** Draws a key as it is printed on a keyboard; it is not read out, because the control says its keys itself. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="w-key" aria-hidden="true">
      {children}
    </kbd>
  )
}
