import { describe, expect, it } from 'vitest'
import { outcomeOfError } from './command.ts'
import { errorWord, frameErrorKind } from './error-word.ts'
import type { FrameProblem } from './frame.ts'
import { hashPayload } from './hash-payload.ts'
import { parseFrame } from './parse-frame.ts'
import { quirksOf } from './quirks.ts'
import { securityEventSeverity } from './security-event.ts'
import { createMessageIds, writeError, writeProblem } from './write-frame.ts'

const problemOf = (text: string) => parseFrame(text) as FrameProblem // the texts below are all unreadable

describe('refusals', () => {
  it('are spelled as each version spells them', () => {
    expect(errorWord('ocpp1.6', 'occurrence')).toBe('OccurenceConstraintViolation')
    expect(errorWord('ocpp2.0.1', 'occurrence')).toBe('OccurrenceConstraintViolation')
    expect(errorWord('ocpp1.6', 'format')).toBe('FormationViolation')
    expect(errorWord('ocpp2.0.1', 'format')).toBe('FormatViolation')
    expect(frameErrorKind('duplicate-key')).toBe('format')
  })

  it('carry the message id when it could be read, −1 when not', () => {
    expect(writeProblem('ocpp2.0.1', problemOf('[2,"a","X",{"b":1,"b":2}]'))).toBe(
      '[4,"a","FormatViolation","a member occurs twice in one object",{}]',
    )
    expect(writeProblem('ocpp2.0.1', problemOf('nonsense'))).toBe('[4,"-1","RpcFrameworkError","not valid JSON",{}]')
    expect(writeProblem('ocpp2.0.1', problemOf('[8,"a"]'))).toContain('MessageTypeNotSupported')
  })

  it('are not sent for answers, nor in 1.6 for unknown message types', () => {
    expect(writeProblem('ocpp1.6', problemOf('[3,"a"]'))).toBeNull()
    expect(writeProblem('ocpp1.6', problemOf('[8,"a"]'))).toBeNull()
  })

  it('keep to the length of the standard', () => {
    const frame = parseFrame(writeError('1', 'InternalError', 'x'.repeat(1000)))
    expect(frame.type === 'error' && frame.description.length).toBe(255)
  })

  it('of a command mean "not supported" or "failed"', () => {
    expect(outcomeOfError('NotImplemented', '')).toEqual({ status: 'not-supported', detail: 'NotImplemented' })
    expect(outcomeOfError('InternalError', 'no disk')).toEqual({ status: 'failed', detail: 'InternalError: no disk' })
  })
})

describe('small parts', () => {
  it('message ids differ and stay short', () => {
    const next = createMessageIds('12345678901234567890')
    const ids = Array.from({ length: 5000 }, next)
    expect(new Set(ids).size).toBe(5000)
    expect(Math.max(...ids.map(id => id.length))).toBeLessThanOrEqual(36)
    expect(() => createMessageIds('x'.repeat(21))).toThrow(RangeError)
  })

  it('hashes tell payloads and actions apart', () => {
    expect(hashPayload('A', '{"a":1}')).toBe(hashPayload('A', '{"a":1}'))
    expect(hashPayload('A', '{"a":1}')).not.toBe(hashPayload('A', '{"a":2}'))
    expect(hashPayload('B', '{"a":1}')).not.toBe(hashPayload('A', '{"a":1}'))
    expect(hashPayload('A', '{}')).toMatch(/^[\w-]{22}$/)
  })

  it('quirks go by vendor, model and firmware', () => {
    expect(quirksOf({ vendor: 'Growatt', model: 'THOR 11AS', firmware: null })).toEqual(['local-time'])
    expect(quirksOf({ vendor: 'OpenEVSE', model: 'x', firmware: '4.2.2' })).toEqual(['sampled-energy-in-kwh'])
    expect(quirksOf({ vendor: 'OpenEVSE', model: 'x', firmware: '5.1.0' })).toEqual([])
    expect(quirksOf({ vendor: 'Any', model: 'x', firmware: null })).toEqual([])
  })

  it('security events are graded', () => {
    expect(
      ['TamperDetectionActivated', 'InvalidFirmwareSignature', 'StartupOfTheDevice'].map(securityEventSeverity),
    ).toEqual(['critical', 'warning', 'notice'])
  })
})
