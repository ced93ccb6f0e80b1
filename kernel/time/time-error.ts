export type TimeErrorCode = 'time.unknown-zone' | 'time.not-a-day' | 'time.out-of-range' | 'time.bad-format'

/** Error of this package. `code` is stable and searchable; the message is for logs, not for users. */
export class TimeError extends RangeError {
  readonly code: TimeErrorCode
  constructor(code: TimeErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.name = 'TimeError'
    this.code = code
  }
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const QUARTER_MS = 900_000
