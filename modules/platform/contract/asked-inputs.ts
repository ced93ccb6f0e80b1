import type { Field } from '@wattyard/resource'

/** Inputs of a request: their definitions, and the labels of referenced records (resource → id → label). */
export interface AskedInputs {
  readonly fields: Readonly<Record<string, Field>>
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}
