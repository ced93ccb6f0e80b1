import type { Field } from '@wattyard/resource'

/** Inputs of a request: their definitions, and the labels of referenced records (resource → id → label). */
export interface AskedInputs {
  readonly fields: Readonly<Record<string, Field>>
  /** Names of those that the command itself takes; the others are shown of its record. */
  readonly own?: readonly string[]
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}
