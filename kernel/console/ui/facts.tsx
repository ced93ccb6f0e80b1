import type { ReactNode } from 'react'

/** Draws facts side by side, each under its name: `<Facts><Fact label="…">…</Fact></Facts>`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="w-facts">{children}</dl>
}

/**
 * Draws one fact.
 * @param wide takes the whole width
 */
export function Fact({ label, wide = false, children }: { label: ReactNode; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
