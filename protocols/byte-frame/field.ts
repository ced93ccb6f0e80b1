export type Unit = 'V' | 'A' | 'Ah' | 'W' | 'kW' | 'kvar' | 'kWh' | 'Hz' | '%' | '°C' | 's' | 'min' | 'CNY' | 'CNY/kWh'

/** A value that its kind cannot express, kept as its bytes: `0xFF12`. So nothing that arrives is lost or made up. */
export type Raw = `0x${string}`

/** Why the bytes of a field are not what its kind allows. */
export type FieldProblem = 'not-bcd' | 'not-a-time' | 'not-ascii' | 'unknown-code' | 'surplus' | 'incomplete'

/** One field of a frame, with its place. */
export interface Field {
  /** Names from the outside in, items of a list counted from 1: `rates/1/service`. */
  path: string
  /** Bytes `from` (first) to `to` (behind the last) of the frame. */
  from: number
  to: number
  /** The bytes as they stand in the frame. */
  raw: string
  /** An integer of `unit` with `decimals` decimals, or a text. */
  value: number | string
  unit: Unit | null
  decimals: number
  /** Words of a coded value, `<set>.<word>`; several for a set of bits. */
  meanings: readonly string[]
  problem: FieldProblem | null
}

/** What is wrong with a frame as a whole. */
export interface Problem {
  code: string
  params?: Readonly<Record<string, string | number>>
}
