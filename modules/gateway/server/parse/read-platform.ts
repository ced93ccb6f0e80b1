import { jsonFields } from '@wattyard/byte-frame'
import { type INTERFACES, parseTcec102, type Tcec102Keys, type Tcec102Reading } from '@wattyard/tcec102'
import type { ParsedEffect, ParsedFrame, ParsedPart, ParsedTone, ParsedVerdict } from '../../contract/index.ts'
import { labelsOf, describeMember, describeProblem, type FrameTexts } from './frame-words.ts'

type FrameParts = Omit<ParsedFrame, 'number' | 'line' | 'detected' | 'protocol' | 'protocolName'>

/** Describes an envelope of T/CEC 102; keys are used here and not kept. */
export function describeEnvelope(frameTexts: FrameTexts, text: string, keys: Tcec102Keys, now: number): FrameParts {
  const reading = parseTcec102(text, keys, now)
  if (reading === null) return describeOther(frameTexts, text)
  const { interface: named, kind } = reading
  return {
    name: named
      ? frameTexts.translate(named.isGuessed ? 'guessedInterface' : 'namedInterface', {
          name: frameTexts.translateOr(`message.tcec102.${named.name}`, named.name),
        })
      : frameTexts.translate(`message.tcec102.${kind}`),
    code: named?.name ?? '',
    // Neither side is a pile.
    direction: null,
    parts: partsOf(frameTexts, text, reading),
    verdicts: [
      describeSignature(frameTexts, reading),
      describeData(frameTexts, reading),
      ...describeToken(frameTexts, reading),
      ...describeTime(frameTexts, reading),
    ],
    problems: reading.problems
      .filter(problem => problem.code !== 'not-timely')
      .map(problem => describeProblem(frameTexts, problem)),
    effect: effectOf(frameTexts, reading),
  }
}

/** JSON that is not an envelope is shown as it is. */
function describeOther(frameTexts: FrameTexts, text: string): FrameParts {
  return {
    name: frameTexts.translate('unknownMessage'),
    code: '',
    direction: null,
    parts: [
      {
        kind: 'text',
        title: frameTexts.translate('part.frame'),
        content: text,
        fields: (jsonFields(text) ?? []).map(describeMember),
      },
    ],
    verdicts: [],
    problems: [frameTexts.translate('problem.not-an-envelope')],
    effect: null,
  }
}

function partsOf(frameTexts: FrameTexts, text: string, { fields, data, dataFields }: Tcec102Reading): ParsedPart[] {
  const envelope: ParsedPart = {
    kind: 'text',
    title: frameTexts.translate('part.envelope'),
    content: text,
    fields: fields.map(field => {
      const told = describeMember(field)
      return { ...told, labels: labelsOf(frameTexts, field.path.split('/')[0] ?? '').concat(told.labels.slice(1)) }
    }),
  }
  if (data.text === null || data.verdict === 'plain') return [envelope]
  const inside: ParsedPart = {
    kind: 'text',
    title: frameTexts.translate('part.data'),
    content: data.text,
    fields: (dataFields ?? []).map(describeMember),
  }
  return [envelope, inside]
}

const plain = (tone: ParsedTone, text: string): ParsedVerdict => ({
  tone,
  text,
  expected: null,
  found: null,
  from: null,
  to: null,
})

function describeSignature(frameTexts: FrameTexts, { signature, fields }: Tcec102Reading): ParsedVerdict {
  const { verdict, expected, found } = signature
  const tone = verdict === 'right' ? 'good' : verdict === 'no-key' ? 'idle' : 'bad'
  const place = fields.find(field => field.path === 'Sig')
  return {
    tone,
    text: frameTexts.translate(`signature.${verdict}`),
    // The correct value is shown only beside a wrong one.
    expected: expected,
    found: found === '' ? null : found,
    from: place?.from ?? null,
    to: place?.to ?? null,
  }
}

function describeData(frameTexts: FrameTexts, { data }: Tcec102Reading): ParsedVerdict {
  const tone =
    data.verdict === 'open' ? 'good' : data.verdict === 'plain' ? 'wait' : data.verdict === 'no-key' ? 'idle' : 'bad'
  return plain(tone, frameTexts.translate(`data.${data.verdict}`))
}

function describeToken(frameTexts: FrameTexts, { token, kind }: Tcec102Reading): ParsedVerdict[] {
  if (kind === 'response') return []
  const tone = token === 'right' || token === 'not-wanted' ? 'good' : token === 'no-key' ? 'idle' : 'bad'
  return [plain(tone, frameTexts.translate(`token.${token}`))]
}

function describeTime(frameTexts: FrameTexts, { isTimely }: Tcec102Reading): ParsedVerdict[] {
  if (isTimely === null) return []
  // An old trace is usually late: worth a note, but not an error of the message.
  return [plain(isTimely ? 'good' : 'wait', frameTexts.translate(isTimely ? 'time.timely' : 'time.late'))]
}

function effectOf(frameTexts: FrameTexts, reading: Tcec102Reading): ParsedEffect {
  const { ret, kind, interface: named } = reading
  const texts = [frameTexts.translate('effect.noDoor')]
  if (kind === 'response')
    return { texts: [...texts, frameTexts.translate('effect.tcec102.response')], answer: null, facts: [] }
  texts.push(frameTexts.translate(ret === null ? 'effect.tcec102.needsKeys' : `effect.tcec102.ret${ret}`))
  if (ret === 0 && named) texts.push(frameTexts.translate(`effect.tcec102.${effectNameOf(named.name)}`))
  return { texts, answer: null, facts: [] }
}

function effectNameOf(name: keyof typeof INTERFACES): string {
  if (name === 'notification_charge_order_info') return 'order'
  if (name === 'check_charge_orders') return 'check'
  if (name === 'query_token') return 'tokenAsked'
  if (name === 'query_start_charge' || name === 'query_stop_charge' || name === 'query_equip_auth') return 'start'
  return name.startsWith('notification_') ? 'told' : 'asked'
}
