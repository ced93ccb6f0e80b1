import { Duration, useSecond } from '@wattyard/console-kit'

/** Time since a moment, every second on our own clock; only the figure is drawn again. */
export function Ticking({ since }: { since: number }) {
  const now = useSecond()
  return <Duration seconds={Math.max(0, Math.floor((now - since) / 1_000))} />
}
