import { formatVariableKey } from '@wattyard/ocpp201'
import * as ocpp16 from '@wattyard/ocpp16'
import { pileCalls as pileCalls16 } from '@wattyard/ocpp16/testing'
import * as ocpp201 from '@wattyard/ocpp201'
import { pileCalls as pileCalls201 } from '@wattyard/ocpp201/testing'
import {
  type Call,
  NO_CONTEXT,
  type OcppVersion,
  parseFrame,
  type StartVerdict,
  writeProblem,
} from '@wattyard/ocpp-frame'
import { commandInput } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import { command } from '../../contract/command.ts'
import { ASKS } from '../resource/serve-command.ts'
import type { Outcome } from './driver.ts'
import { DRIVERS } from './drivers.ts'

/*
 * Whatever leaves us has the form that the published schema of its version asks for: every answer to every call of a pile,
 * and every call of ours with what the console may enter at its shortest and longest.
 */

const CHECK = { 'ocpp1.6': ocpp16.checkOutgoing, 'ocpp2.0.1': ocpp201.checkOutgoing } as unknown as Record<
  OcppVersion,
  (action: string, direction: 'Request' | 'Response', payload: object) => string | null
> // each is called with the actions of its own version
const CALLS: Record<OcppVersion, { action: string; payload: Record<string, unknown> }[]> = {
  'ocpp1.6': pileCalls16(),
  'ocpp2.0.1': pileCalls201(),
}
const VERSIONS = ['ocpp1.6', 'ocpp2.0.1'] as const
const VERDICTS: readonly StartVerdict[] = ['accepted', 'blocked', 'expired', 'invalid', 'concurrent', 'no-credit']

/** Every way in which the same call may be answered. */
const OUTCOMES: readonly Outcome[] = [
  { now: Date.UTC(2026, 10, 20), heartbeat_s: 300, decision: null, transactionId: '1' },
  { now: Date.UTC(2026, 10, 20), heartbeat_s: 30, boot: 'pending', decision: null, transactionId: null },
  ...VERDICTS.flatMap(verdict =>
    [null, Date.UTC(2027, 0, 1)].map(
      (expiresAt): Outcome => ({
        now: Date.UTC(2026, 10, 20, 8, 30, 15, 250),
        heartbeat_s: 86_400,
        decision: { verdict, expiresAt, parentTag: expiresAt === null ? null : 'G'.repeat(20) },
        transactionId: '2147483647',
      }),
    ),
  ),
]

/** Words that a CALLERROR may carry (OCPP-J 1.6 §4.2.3, 2.0.1 part 4 §4.3). */
const ERROR_WORDS: Record<OcppVersion, RegExp> = {
  'ocpp1.6':
    /^(NotImplemented|NotSupported|InternalError|ProtocolError|SecurityError|FormationViolation|PropertyConstraintViolation|OccurenceConstraintViolation|TypeConstraintViolation|GenericError)$/,
  'ocpp2.0.1':
    /^(FormatViolation|GenericError|InternalError|MessageTypeNotSupported|NotImplemented|NotSupported|OccurrenceConstraintViolation|PropertyConstraintViolation|ProtocolError|RpcFrameworkError|SecurityError|TypeConstraintViolation)$/,
}

test.each(VERSIONS)('%s: every call of a pile gets an answer of its form', version => {
  const driver = DRIVERS[version]
  let answers = 0
  const wrong: string[] = []
  const refused = new Set<string>()
  for (const { action, payload } of CALLS[version]) {
    const frame = parseFrame(JSON.stringify([2, 'id', action, payload])) as Call // a call by construction
    const read = driver.read(frame, NO_CONTEXT, ocpp201.ONE_CONNECTOR_PER_EVSE)
    if (!read.ok) {
      refused.add(`${action} ${read.kind}`)
      continue
    }
    for (const outcome of OUTCOMES) {
      const complaint = CHECK[version](action, 'Response', driver.answer(read.call, outcome))
      answers++
      if (complaint !== null) wrong.push(`${action}: ${complaint}`)
    }
  }
  expect(new Set(wrong)).toEqual(new Set())
  expect(answers).toBeGreaterThan(version === 'ocpp1.6' ? 200 : 500)
  // We are no certificate authority; everything else is taken.
  expect([...refused]).toEqual(
    version === 'ocpp1.6' ? [] : ['Get15118EVCertificate not-supported', 'GetCertificateStatus not-supported'],
  )
})

test.each(VERSIONS)('%s: what cannot be read is refused with a word of the version', version => {
  const broken = ['}{', '[]', '[2,"x"]', '[2,"x","Heartbeat",7]', '[9,"x","A",{}]', '[2,"x","A",{"a":1,"a":2}]']
  let seen = 0
  for (const text of broken) {
    const frame = parseFrame(text)
    if (frame.type !== 'problem') throw new Error(`${text} was read`)
    const answer = writeProblem(version, frame)
    if (answer === null) continue
    const [type, id, code, description, details] = JSON.parse(answer) as unknown[]
    expect(type).toBe(4)
    expect(String(id).length).toBeLessThanOrEqual(36)
    expect(String(code)).toMatch(ERROR_WORDS[version])
    expect(String(description).length).toBeLessThanOrEqual(255)
    expect(details).toEqual({})
    seen++
  }
  expect(seen).toBeGreaterThan(3)
})

test('a call with a broken body is answered under its own id', () => {
  for (const version of VERSIONS)
    for (const text of [
      '[2,"19223201","Heartbeat",{"a":}]',
      ' [ 2 , "19223201" , "Heartbeat", {',
      '[2,"19223201","X",NaN]',
    ]) {
      const frame = parseFrame(text)
      if (frame.type !== 'problem') throw new Error(`${text} was read`)
      expect(JSON.parse(writeProblem(version, frame) ?? '[]')[1]).toBe('19223201')
    }
})

const PILE = '01a00000-0000-7000-8000-000000000001'
const EVERY_KEY = {
  component: { name: 'C'.repeat(50), instance: 'I'.repeat(50), evse: { id: 9999, connectorId: 9999 } },
}
const LONGEST_KEY = formatVariableKey({ ...EVERY_KEY, variable: { name: 'V'.repeat(50), instance: 'J'.repeat(50) } })

/** Command → inputs of the console, as they travel; `only` where one version alone can say it. */
const INPUTS: Readonly<Record<string, readonly (Record<string, unknown> & { only?: OcppVersion })[]>> = {
  remoteStart: [
    { pile: PILE, tag: 'T', connector: null },
    { pile: PILE, tag: 'T'.repeat(20), connector: 1 },
    { pile: PILE, tag: 'T'.repeat(36), connector: 200, only: 'ocpp2.0.1' },
  ],
  remoteStop: [
    { pile: PILE, transaction: '1' },
    { pile: PILE, transaction: '2147483647' },
    { pile: PILE, transaction: 't'.repeat(36), only: 'ocpp2.0.1' },
  ],
  reset: [
    { piles: [PILE], mode: 'soft' },
    { piles: [PILE], mode: 'hard' },
  ],
  unlock: [{ pile: PILE, connector: 1 }],
  changeAvailability: [
    { piles: [PILE], connector: 0, operative: true },
    { piles: [PILE], connector: 2, operative: false },
  ],
  getConfiguration: [
    { pile: PILE, keys: [] },
    { pile: PILE, keys: ['StopTransactionOnEVSideDisconnect', 'HeartbeatInterval'] },
    { pile: PILE, keys: ['k'.repeat(50)], only: 'ocpp1.6' },
    { pile: PILE, keys: ['OCPPCommCtrlr.HeartbeatInterval', LONGEST_KEY], only: 'ocpp2.0.1' },
  ],
  setConfiguration: [
    { piles: [PILE], key: 'StopTransactionOnEVSideDisconnect', value: 'true' },
    { piles: [PILE], key: 'k'.repeat(50), value: 'v'.repeat(500), only: 'ocpp1.6' },
    { piles: [PILE], key: LONGEST_KEY, value: 'v'.repeat(1000), only: 'ocpp2.0.1' },
  ],
  trigger: ['boot', 'heartbeat', 'status', 'meter-values', 'firmware-status', 'diagnostics-status'].flatMap(message => [
    { piles: [PILE], message, connector: null },
    { piles: [PILE], message, connector: 1 },
  ]),
  diagnostics: [
    { pile: PILE, location: 'ftp://files.example/up', from: null, to: null },
    { pile: PILE, location: `https://files.example/${'p'.repeat(480)}`, from: 0, to: 1_800_000_000_000 },
  ],
  firmware: [{ piles: [PILE], location: `https://files.example/${'p'.repeat(480)}`, retrieve: 1_800_000_000_000 }],
  clearCache: [{ piles: [PILE] }],
}

test('every command of the console is understood by both versions, at its shortest and at its longest', () => {
  let calls = 0
  const wrong: string[] = []
  for (const [name, rule] of Object.entries(command.commands)) {
    const inputs = INPUTS[name] ?? []
    expect(inputs.length, name).toBeGreaterThan(0)
    for (const { only, ...given } of inputs) {
      const checked = commandInput(rule).safeParse(given)
      if (!checked.success) {
        wrong.push(`${name} ${JSON.stringify(given).slice(0, 80)}: ${checked.error.message.slice(0, 200)}`)
        continue
      }
      for (const version of only ? [only] : VERSIONS) {
        const asked = (ASKS as Readonly<Record<string, (input: never) => ReturnType<typeof ASKS.reset>>>)[name]?.(
          checked.data as never,
        ) // told apart by name above
        if (!asked) throw new Error(`${name} asks nothing`)
        const built = DRIVERS[version].buildCommand(asked, ocpp201.ONE_CONNECTOR_PER_EVSE)
        calls++
        if (!built.ok) wrong.push(`${version} ${name}: ${built.reason}`)
        else {
          const complaint = CHECK[version](built.action, 'Request', built.payload)
          if (complaint !== null) wrong.push(`${version} ${name}: ${complaint}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(calls).toBeGreaterThan(40)
})
