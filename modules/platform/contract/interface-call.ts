export const CALL_DIRECTIONS = ['in', 'out'] as const
export const CALL_OUTCOMES = ['ok', 'refused', 'failed', 'timed-out'] as const

/** A call between this product and another one, when it was over. */
export interface InterfaceCallRow {
  id: string
  /** Epoch ms. */
  at: number
  /** `in`: they called us; `out`: we called them. */
  direction: (typeof CALL_DIRECTIONS)[number]
  peer: string
  host: string
  method: string
  path: string
  /** HTTP status; null when there was no answer. */
  status: number | null
  outcome: (typeof CALL_OUTCOMES)[number]
  reason: string | null
  /** Milliseconds. */
  took: number
  /** Bytes of the bodies; null when unknown. */
  sentBytes: number | null
  answeredBytes: number | null
  correlationId: string | null
}

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
