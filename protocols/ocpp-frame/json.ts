/** What JSON can hold. Payloads are read as this and become typed only after their schema check. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/**
 * Source text of numbers whose value a double cannot hold (over 15 significant digits), by JSON pointer inside the
 * payload (`/meterStart`, `/meterValue/0/sampledValue/2/value`). Readers of energy look here first.
 */
export type ExactNumbers = ReadonlyMap<string, string>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Returns the steps of a JSON pointer, unescaped; the empty pointer has none. */
export function pointerSteps(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map(step => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step))
}
