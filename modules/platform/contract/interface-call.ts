import { col, type RowIn } from '@wattyard/server-kit'
export const CALL_DIRECTIONS = ['in', 'out'] as const
export const CALL_OUTCOMES = ['ok', 'refused', 'failed', 'timed-out'] as const

/** A call between this product and another one, when it was over. */
export const INTERFACE_CALL_ROW = {
  id: col.uuid,
  /** Epoch ms. */
  at: col.instant,
  /** `in`: they called us; `out`: we called them. */
  direction: col.oneOf(CALL_DIRECTIONS),
  peer: col.text,
  host: col.text,
  method: col.text,
  path: col.text,
  /** HTTP status; null when there was no answer. */
  status: col.integer.orNull,
  outcome: col.oneOf(CALL_OUTCOMES),
  reason: col.text.orNull,
  /** Milliseconds. */
  took: col.integer,
  /** Bytes of the bodies; null when unknown. */
  sentBytes: col.integer.orNull,
  answeredBytes: col.integer.orNull,
  correlationId: col.text.orNull,
}

export type InterfaceCallRow = RowIn<typeof INTERFACE_CALL_ROW>

export interface InterfaceCallPage {
  list: InterfaceCallRow[]
  /** Cursor of the next, older page; null at the end. */
  next: string | null
  /** With a text: the moment down to which calls were looked through, when older ones were not. Epoch ms. */
  searchedTo: number | null
  /** Neighbours that calls were made with. */
  peers: string[]
  /** Days that calls are kept. */
  kept: number
}
