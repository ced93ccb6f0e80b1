import { Duration, useSecond } from '@wattyard/console-kit'

/** Draws the time since a moment, every second by the browser's clock; only the figure renders. */
export function Ticking({ since }: { since: number }) {
  const now = useSecond()
  return <Duration seconds={Math.max(0, Math.floor((now - since) / 1_000))} />
}
