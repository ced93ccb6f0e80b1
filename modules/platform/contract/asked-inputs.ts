import type { Field } from '@wattyard/resource'

/** What a request's inputs are: their definitions, and the names of what they point at (resource → id → name). */
export interface AskedInputs {
  readonly fields: Readonly<Record<string, Field>>
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}
