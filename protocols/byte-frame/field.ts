export type Unit = 'V' | 'A' | 'Ah' | 'W' | 'kW' | 'kvar' | 'kWh' | 'Hz' | '%' | '°C' | 's' | 'min' | 'CNY' | 'CNY/kWh'

/** A value that its kind cannot express, kept as its bytes: `0xFF12`, so that nothing received is lost or invented. */
export type Raw = `0x${string}`

/** Why the bytes of a field are not what its kind allows. */
export type FieldProblem = 'not-bcd' | 'not-a-time' | 'not-ascii' | 'unknown-code' | 'surplus' | 'incomplete'

/** One field of a frame, with its position. */
export interface Field {
  /** Names from the outermost group inwards, list items counted from 1: `rates/1/service`. */
  path: string
  /** Bytes `from` to `to` of the frame, `to` excluded. */
  from: number
  to: number
  /** The bytes as in the frame. */
  raw: string
  /** An integer of `unit` with `decimals` decimals, or a text. */
  value: number | string
  unit: Unit | null
  decimals: number
  /** Words for a coded value, `<set>.<word>`; several for a set of bits. */
  meanings: readonly string[]
  problem: FieldProblem | null
}

/** A problem of the frame as a whole. */
export interface Problem {
  code: string
  params?: Readonly<Record<string, string | number>>
}
