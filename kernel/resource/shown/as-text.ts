/** Returns any value of the wire as text: nothing is empty, structures are JSON, never `[object Object]`. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  // JSON has no symbols and functions
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number | boolean | bigint)
}
