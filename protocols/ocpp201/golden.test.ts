import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isJsonObject, type JsonObject, parseFrame } from '@wattyard/ocpp-frame'
import { describe, expect, it } from 'vitest'
import { connectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
import { readPileCall } from './codec.ts'
import { toDraftFacts } from './to-draft-facts.ts'

/** Frames in our own words, one per file, with the facts they must give. Energies are written as text with an `n`. */
const FOLDER = resolve(import.meta.dirname, 'golden')

interface Golden {
  note: string
  frame?: unknown[]
  /** The frame as written, where its digits matter. */
  text?: string
  /** Connectors per EVSE, where there are several. */
  context?: { connectors: number[] }
  mended: string[]
  facts: JsonObject[]
}

function load(file: string): Golden {
  const revive = (_: string, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  const value: unknown = JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8'), revive)
  if (!isJsonObject(value)) throw new Error(`${file} is not a golden file`)
  return value as unknown as Golden // these files are ours; a wrong one fails its own test
}

const files = readdirSync(FOLDER).filter(file => file.endsWith('.json'))

describe('golden frames', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThan(15)
  })

  it.each(files)('%s', file => {
    const golden = load(file)
    const text = golden.text ?? JSON.stringify(golden.frame)
    const call = parseFrame(text)
    if (call.type !== 'call') throw new Error(`${file}: ${call.type}`)
    const before = structuredClone(call.payload)
    const read = readPileCall(call)
    if (!read.ok) throw new Error(`${file}: ${read.kind} ${read.description}`)
    expect(read.mended).toEqual(golden.mended)
    const map = golden.context === undefined ? ONE_CONNECTOR_PER_EVSE : connectorMap(golden.context.connectors)
    expect(toDraftFacts(read.message, read.exact, map)).toEqual(golden.facts)
    expect(call.payload, 'the payload as received is left alone').toEqual(before)
  })
})
