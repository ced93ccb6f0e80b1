/** Any JSON value. Payloads have this type until their schema check. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/**
 * Source text of numbers that a double cannot hold (over 15 significant digits), by JSON pointer inside the payload
 * (`/meterStart`, `/meterValue/0/sampledValue/2/value`). Code that reads energies uses it first.
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
