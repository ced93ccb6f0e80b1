import type { DayInputProps, InstantInputProps, UnitInputProps } from '../faces/date-controls.tsx'
import { lazyPart } from './lazy-part.tsx'

const LazyDay = lazyPart(async () => (await import('../faces/date-controls.tsx')).DayInput)
const LazyInstant = lazyPart(async () => (await import('../faces/date-controls.tsx')).InstantInput)

/**
 * Draws a control for a day, typed or chosen, in the console's language. Its space is reserved until the calendar's chunk is
 * loaded.
 */
export function DayInput(props: DayInputProps) {
  return (
    <span className="w-date-input">
      <LazyDay {...props} />
    </span>
  )
}

const LazyMonth = lazyPart(async () => (await import('../faces/date-controls.tsx')).MonthInput)

/** Draws a control for a month, likewise. */
export function MonthInput(props: Omit<DayInputProps, 'min' | 'max'>) {
  return (
    <span className="w-date-input">
      <LazyMonth {...props} />
    </span>
  )
}

const LazyUnit = lazyPart(async () => (await import('../faces/date-controls.tsx')).UnitInput)

/** Draws a control for a month, quarter or year, likewise. */
export function UnitInput(props: UnitInputProps) {
  return (
    <span className="w-date-input">
      <LazyUnit {...props} />
    </span>
  )
}

/** Draws a control for a moment on the zone's clock, likewise. */
export function InstantInput(props: InstantInputProps) {
  return (
    <span className="w-date-input" data-time="">
      <LazyInstant {...props} />
    </span>
  )
}
