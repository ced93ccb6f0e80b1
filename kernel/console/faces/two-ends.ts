import { type FormEvent, useState } from 'react'
import type { FilterValue } from '../resource/list/list-state.ts'

interface TwoEndsOptions {
  /** Returns an end of the filter in its form for editing; unchanged when absent. */
  readonly shown?: (wire: string) => string
  /** Returns a typed end in the wire's form; unchanged when absent. */
  readonly wire?: (typed: string) => string
  /** The ends sort as text, so they are swapped when they come in the wrong order. */
  readonly isOrdered?: boolean
}

const rangeOf = (value: FilterValue | undefined): { readonly from?: string; readonly to?: string } =>
  value && !('values' in value) && !('text' in value) && !('is' in value) ? value : {}

const asItIs = (text: string): string => text

/**
 * Keeps the two ends of a range filter while they are edited. `submit` applies them, or removes the filter when both are empty.
 */
export function useTwoEnds(
  value: FilterValue | undefined,
  onApply: (value: FilterValue | undefined) => void,
  { shown = asItIs, wire = asItIs, isOrdered = false }: TwoEndsOptions = {},
) {
  const range = rangeOf(value)
  const [from, setFrom] = useState(() => (range.from === undefined ? '' : shown(range.from)))
  const [to, setTo] = useState(() => (range.to === undefined ? '' : shown(range.to)))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const ends: [string, string] = [wire(from), wire(to)]
    const isTurned = isOrdered && ends.every(end => end !== '') && ends[0] > ends[1]
    const [first, last] = isTurned ? ends.toReversed() : ends
    onApply(first || last ? { ...(first ? { from: first } : {}), ...(last ? { to: last } : {}) } : undefined)
  }
  return { from, to, setFrom, setTo, submit }
}
