import { resolve } from 'node:path'
import { goldenFrames } from '@wattyard/ocpp-frame/testing'
import { describe, expect, it } from 'vitest'
import { connectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
import { readPileCall } from './codec.ts'
import { toDraftFacts } from './to-draft-facts.ts'

/** The context of a frame: connectors per EVSE, where there are several. */
const frames = goldenFrames<{ connectors: number[] }>(resolve(import.meta.dirname, 'golden'))

describe('golden frames', () => {
  it('are there', () => {
    expect(frames.length).toBeGreaterThan(15)
  })

  it.each(frames)('$file', ({ file, golden, call }) => {
    const before = structuredClone(call.payload)
    const read = readPileCall(call)
    if (!read.ok) throw new Error(`${file}: ${read.kind} ${read.description}`)
    expect(read.mended).toEqual(golden.mended)
    const map = golden.context === undefined ? ONE_CONNECTOR_PER_EVSE : connectorMap(golden.context.connectors)
    expect(toDraftFacts(read.message, read.exact, map)).toEqual(golden.facts)
    expect(call.payload, 'the payload as received is left alone').toEqual(before)
  })
})
