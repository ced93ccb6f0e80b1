import type { Field } from '@wattyard/resource'

/** Inputs of a request: their definitions, and the labels of referenced records (resource → id → label). */
export interface AskedInputs {
  readonly fields: Readonly<Record<string, Field>>
  /** Names of those that the command itself takes; the others are shown of its record. */
  readonly own?: readonly string[]
  /** Names of inputs that replace a value, each with the name of the field that holds the value before; while a request waits. */
  readonly replaces?: Readonly<Record<string, string>>
  /** The reader may have the personal data of the record shown that is hidden from them. */
  readonly reveals?: boolean
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}
