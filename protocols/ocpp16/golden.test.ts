import { resolve } from 'node:path'
import type { ReadContext } from '@wattyard/ocpp-frame'
import { goldenFrames } from '@wattyard/ocpp-frame/testing'
import { describe, expect, it } from 'vitest'
import { readPileCall } from './codec.ts'
import { toDraftFacts } from './to-draft-facts.ts'

const frames = goldenFrames<ReadContext>(resolve(import.meta.dirname, 'golden'))

describe('golden frames', () => {
  it('are there', () => {
    expect(frames.length).toBeGreaterThan(15)
  })

  it.each(frames)('$file', ({ file, golden, call }) => {
    const before = structuredClone(call.payload)
    const read = readPileCall(call, golden.context)
    if (!read.ok) throw new Error(`${file}: ${read.kind} ${read.description}`)
    expect(read.mended).toEqual(golden.mended)
    expect(toDraftFacts(read.message, read.exact)).toEqual(golden.facts)
    expect(call.payload, 'the payload as received is left alone').toEqual(before)
  })
})
