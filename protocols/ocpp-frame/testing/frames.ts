import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Call } from '../frame.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { parseFrame } from '../parse-frame.ts'
import { writeCall } from '../write-frame.ts'

export function aCall(action: string, payload: object): Call {
  return mustBeCall(writeCall('1', action, payload))
}

function mustBeCall(text: string, name = text): Call {
  const frame = parseFrame(text)
  if (frame.type !== 'call') throw new Error(`${name}: ${frame.type}`)
  return frame
}

/** A test frame with the facts it must give. Energies are written as text with an `n`. */
export interface Golden<Context> {
  note: string
  frame?: unknown[]
  /** The frame as text, where its digits matter. */
  text?: string
  context?: Context
  mended: string[]
  facts: JsonObject[]
}

/** The golden frames of a folder, one per file. */
export function goldenFrames<Context>(folder: string): { file: string; golden: Golden<Context>; call: Call }[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.json'))
  return files.map(file => {
    const value: unknown = JSON.parse(readFileSync(resolve(folder, file), 'utf8'), revive)
    if (!isJsonObject(value)) throw new Error(`${file} is not a golden file`)
    const golden = value as unknown as Golden<Context> // these files are ours; a wrong one fails its own test
    return { file, golden, call: mustBeCall(golden.text ?? JSON.stringify(golden.frame), file) }
  })
}

const revive = (_: string, value: unknown) =>
  typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
