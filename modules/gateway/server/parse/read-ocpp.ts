import { jsonFields } from '@wattyard/byte-frame'
import {
  type Call,
  type DraftFact,
  errorWord,
  type Frame,
  type FrameProblem,
  NO_CONTEXT,
  type OcppVersion,
  parseFrame,
  writeError,
  writeProblem,
} from '@wattyard/ocpp-frame'
import * as ocpp16 from '@wattyard/ocpp16'
import * as ocpp201 from '@wattyard/ocpp201'
import { frameRefusal, type FrameRefusal } from '../ingest/frame-refusal.ts'
import { DEFAULT_SETTINGS } from '../limits.ts'
import { ACCEPTED, type PileCall } from '../protocol/driver.ts'
import { DRIVERS } from '../protocol/drivers.ts'
import type { ParsedEffect, ParsedField, ParsedFrame, ParsedVerdict } from '../../contract/index.ts'
import { labelsOf, describeMember, type FrameTexts } from './frame-words.ts'

export const OCPP_VERSIONS = ['ocpp1.6', 'ocpp2.0.1'] as const satisfies readonly OcppVersion[]
const CODECS = { 'ocpp1.6': ocpp16, 'ocpp2.0.1': ocpp201 } as const
/** A transaction number as the platform would give one; which one is decided when it happens. */
const SAMPLE_TRANSACTION = '1'

/** How well a call fits a version: higher is better, null when the version has no such action. */
export function fitOf(version: OcppVersion, frame: Frame | FrameProblem): number | null {
  if (frame.type !== 'call') return null
  if (!CODECS[version].isAction(frame.action)) return null
  const read = dryRead(version, frame)
  return read.ok ? 1_000 - read.mended.length : 0
}

/** Reads a call in whichever direction its action goes. */
function dryRead(version: OcppVersion, call: Call): { ok: boolean; mended: readonly string[] } {
  const read = DRIVERS[version].read(call, NO_CONTEXT, ocpp201.ONE_CONNECTOR_PER_EVSE)
  if (read.ok) return { ok: true, mended: read.call.mended }
  return read.kind === 'not-supported' ? CODECS[version].readSystemCall(call) : { ok: false, mended: read.mended }
}

const isCommand = (version: OcppVersion, call: Call): boolean => {
  const read = CODECS[version].readPileCall(call)
  return !read.ok && read.kind === 'not-supported'
}

type FrameParts = Omit<ParsedFrame, 'number' | 'line' | 'detected' | 'protocol' | 'protocolName'>

/** Describes an OCPP frame and what the gateway would do with it, using the real reader and answers; nothing is written. */
export function describeOcpp(frameTexts: FrameTexts, version: OcppVersion, text: string, now: number): FrameParts {
  const frame = parseFrame(text)
  const part = {
    kind: 'text' as const,
    title: frameTexts.translate('part.frame'),
    content: text,
    fields: fieldsOf(frameTexts, text, frame),
  }
  const about = aboutOf(frameTexts, version, frame, now)
  return { name: nameOf(frameTexts, frame), code: codeOf(frame), parts: [part], problems: [], ...about }
}

const codeOf = (frame: Frame | FrameProblem) =>
  frame.type === 'call' || frame.type === 'send' ? frame.action : frame.type === 'error' ? frame.code : ''

function nameOf(frameTexts: FrameTexts, frame: Frame | FrameProblem): string {
  if (frame.type === 'problem') return frameTexts.translate('unknownMessage')
  if (frame.type === 'call' || frame.type === 'send') return frame.action
  return frameTexts.translate(`message.ocpp.${frame.type}`)
}

/** The elements of the frame have names of ours, the payload those of the protocol. */
const ELEMENTS: Readonly<Partial<Record<Frame['type'], readonly string[]>>> = {
  call: ['messageType', 'messageId', 'action', 'payload'],
  send: ['messageType', 'messageId', 'action', 'payload'],
  result: ['messageType', 'messageId', 'payload'],
  error: ['messageType', 'messageId', 'errorCode', 'errorDescription', 'errorDetails'],
}

function fieldsOf(frameTexts: FrameTexts, text: string, frame: Frame | FrameProblem): ParsedField[] {
  const elements = frame.type === 'problem' ? undefined : ELEMENTS[frame.type]
  return (jsonFields(text) ?? []).map(field => {
    const told = describeMember(field)
    const [index = '', ...rest] = field.path.split('/')
    const name = elements?.[Number(index)]
    if (name === undefined) return told
    return {
      ...told,
      path: [name, ...rest].join('/'),
      labels: [...labelsOf(frameTexts, name), ...told.labels.slice(1)],
    }
  })
}

type About = Pick<FrameParts, 'direction' | 'verdicts' | 'effect'>

function aboutOf(frameTexts: FrameTexts, version: OcppVersion, frame: Frame | FrameProblem, now: number): About {
  const effect = (key: string, params: Record<string, string> = {}): ParsedEffect => ({
    texts: [frameTexts.translate(`effect.ocpp.${key}`, params)],
    answer: null,
    facts: [],
  })
  if (frame.type === 'problem') {
    const word = frameTexts.translateOr(`ocppProblem.${frame.reason}`, frame.reason)
    const verdict = verdictOf(
      'bad',
      frameTexts.translate('schema.refused', { reason: `${word} (${frame.description})` }),
    )
    return {
      direction: null,
      verdicts: [verdict],
      effect: { ...effect('problem'), answer: writeProblem(version, frame) },
    }
  }
  if (frame.type === 'result') return { direction: null, verdicts: [], effect: effect('result', { id: frame.id }) }
  if (frame.type === 'error') return { direction: null, verdicts: [], effect: effect('error', { id: frame.id }) }
  if (frame.type !== 'call') return { direction: null, verdicts: [], effect: effect('notExpected') }
  return isCommand(version, frame)
    ? aboutCommand(frameTexts, version, frame)
    : aboutCall(frameTexts, version, frame, now)
}

const verdictOf = (tone: ParsedVerdict['tone'], text: string): ParsedVerdict => ({
  tone,
  text,
  expected: null,
  found: null,
  from: null,
  to: null,
})

function aboutCommand(frameTexts: FrameTexts, version: OcppVersion, call: Call): About {
  const read = CODECS[version].readSystemCall(call)
  const verdict = read.ok
    ? fitting(frameTexts, version, read.mended)
    : verdictOf('bad', frameTexts.translate('schema.refused', { reason: read.description }))
  const answer = writeError(call.id, errorWord(version, 'not-supported'), '')
  return {
    direction: 'down',
    verdicts: [verdict],
    effect: {
      texts: [frameTexts.translate('effect.ocpp.command'), frameTexts.translate('effect.ocpp.commandFromPile')],
      answer,
      facts: [],
    },
  }
}

function fitting(frameTexts: FrameTexts, version: OcppVersion, mended: readonly string[]): ParsedVerdict {
  const name = frameTexts.translate(`protocol.${version}`)
  if (mended.length === 0) return verdictOf('good', frameTexts.translate('schema.fits', { version: name }))
  return verdictOf('wait', frameTexts.translate('schema.mended', { version: name, mended: mended.join(', ') }))
}

function aboutCall(frameTexts: FrameTexts, version: OcppVersion, call: Call, now: number): About {
  const read = DRIVERS[version].read(call, NO_CONTEXT, ocpp201.ONE_CONNECTOR_PER_EVSE)
  const refusal = frameRefusal(call, read)
  if (refusal !== null) return { direction: 'up', ...refused(frameTexts, version, call, refusal) }
  if (!read.ok) throw new Error('a call that is not refused was read')
  return {
    direction: 'up',
    verdicts: [fitting(frameTexts, version, read.call.mended)],
    effect: taken(frameTexts, version, call, read.call, now),
  }
}

function refused(
  frameTexts: FrameTexts,
  version: OcppVersion,
  call: Call,
  { kind, description, problem }: FrameRefusal,
): Pick<About, 'verdicts' | 'effect'> {
  const reason = `${frameTexts.translateOr(`ocppProblem.${problem}`, problem)}${description === '' ? '' : ` (${description})`}`
  return {
    verdicts: [verdictOf('bad', frameTexts.translate('schema.refused', { reason }))],
    effect: {
      texts: [frameTexts.translate('effect.ocpp.refused')],
      answer: writeError(call.id, errorWord(version, kind), description),
      facts: [],
    },
  }
}

function taken(frameTexts: FrameTexts, version: OcppVersion, call: Call, read: PileCall, now: number): ParsedEffect {
  const payload = DRIVERS[version].answer(read, {
    now,
    heartbeat_s: DEFAULT_SETTINGS.heartbeat_s,
    decision: ACCEPTED,
    transactionId: SAMPLE_TRANSACTION,
  })
  const texts = [frameTexts.translate(call.action === 'Heartbeat' ? 'effect.ocpp.heartbeat' : 'effect.ocpp.stored')]
  if (read.ask) texts.push(frameTexts.translate(`effect.ocpp.ask.${read.ask}`))
  if (read.session) texts.push(frameTexts.translate(`effect.ocpp.session.${read.session.phase}`))
  if (read.drafts.length === 0 && call.action !== 'Heartbeat') texts.push(frameTexts.translate('effect.ocpp.noFacts'))
  return {
    texts,
    answer: `[3,${JSON.stringify(call.id)},${JSON.stringify(payload)}]`,
    facts: read.drafts.map(draft => ({ name: frameTexts.translate(`fact.${draft.kind}`), text: factText(draft) })),
  }
}

/** A draft fact as JSON. Energies are whole numbers of 1e-4 kWh as bigint, which JSON cannot write. */
function factText(draft: DraftFact): string {
  return JSON.stringify(draft, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
}
