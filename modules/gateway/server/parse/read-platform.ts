import { jsonFields } from '@wattyard/byte-frame'
import { type INTERFACES, parseTcec102, type Tcec102Keys, type Tcec102Reading } from '@wattyard/tcec102'
import type { ParsedEffect, ParsedFrame, ParsedPart, ParsedTone, ParsedVerdict } from '../../contract/index.ts'
import { labelsOf, tellMember, tellProblem, type Teller } from './frame-words.ts'

type FrameParts = Omit<ParsedFrame, 'number' | 'line' | 'detected' | 'protocol' | 'protocolName'>

/** An envelope of T/CEC 102 in words; keys are used here and forgotten. */
export function tellEnvelope(teller: Teller, text: string, keys: Tcec102Keys, now: number): FrameParts {
  const reading = parseTcec102(text, keys, now)
  if (reading === null) return tellOther(teller, text)
  const { interface: named, kind } = reading
  return {
    name: named
      ? teller.say(named.isGuessed ? 'guessedInterface' : 'namedInterface', {
          name: teller.sayOr(`message.tcec102.${named.name}`, named.name),
        })
      : teller.say(`message.tcec102.${kind}`),
    code: named?.name ?? '',
    // Neither side is a pile.
    direction: null,
    parts: partsOf(teller, text, reading),
    verdicts: [
      tellSignature(teller, reading),
      tellData(teller, reading),
      ...tellToken(teller, reading),
      ...tellTime(teller, reading),
    ],
    problems: reading.problems
      .filter(problem => problem.code !== 'not-timely')
      .map(problem => tellProblem(teller, problem)),
    effect: effectOf(teller, reading),
  }
}

/** JSON that is no envelope is shown as it is. */
function tellOther(teller: Teller, text: string): FrameParts {
  return {
    name: teller.say('unknownMessage'),
    code: '',
    direction: null,
    parts: [
      {
        kind: 'text',
        title: teller.say('part.frame'),
        content: text,
        fields: (jsonFields(text) ?? []).map(tellMember),
      },
    ],
    verdicts: [],
    problems: [teller.say('problem.not-an-envelope')],
    effect: null,
  }
}

function partsOf(teller: Teller, text: string, { fields, data, dataFields }: Tcec102Reading): ParsedPart[] {
  const envelope: ParsedPart = {
    kind: 'text',
    title: teller.say('part.envelope'),
    content: text,
    fields: fields.map(field => {
      const told = tellMember(field)
      return { ...told, labels: labelsOf(teller, field.path.split('/')[0] ?? '').concat(told.labels.slice(1)) }
    }),
  }
  if (data.text === null || data.verdict === 'plain') return [envelope]
  const inside: ParsedPart = {
    kind: 'text',
    title: teller.say('part.data'),
    content: data.text,
    fields: (dataFields ?? []).map(tellMember),
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

function tellSignature(teller: Teller, { signature, fields }: Tcec102Reading): ParsedVerdict {
  const { verdict, expected, found } = signature
  const tone = verdict === 'right' ? 'good' : verdict === 'no-key' ? 'idle' : 'bad'
  const place = fields.find(field => field.path === 'Sig')
  return {
    tone,
    text: teller.say(`signature.${verdict}`),
    // What would be right is shown only beside what was found wrong.
    expected: expected,
    found: found === '' ? null : found,
    from: place?.from ?? null,
    to: place?.to ?? null,
  }
}

function tellData(teller: Teller, { data }: Tcec102Reading): ParsedVerdict {
  const tone =
    data.verdict === 'open' ? 'good' : data.verdict === 'plain' ? 'wait' : data.verdict === 'no-key' ? 'idle' : 'bad'
  return plain(tone, teller.say(`data.${data.verdict}`))
}

function tellToken(teller: Teller, { token, kind }: Tcec102Reading): ParsedVerdict[] {
  if (kind === 'response') return []
  const tone = token === 'right' || token === 'not-wanted' ? 'good' : token === 'no-key' ? 'idle' : 'bad'
  return [plain(tone, teller.say(`token.${token}`))]
}

function tellTime(teller: Teller, { isTimely }: Tcec102Reading): ParsedVerdict[] {
  if (isTimely === null) return []
  // An old trace is rarely fresh: worth a word, no fault of the message.
  return [plain(isTimely ? 'good' : 'wait', teller.say(isTimely ? 'time.timely' : 'time.late'))]
}

function effectOf(teller: Teller, reading: Tcec102Reading): ParsedEffect {
  const { ret, kind, interface: named } = reading
  const texts = [teller.say('effect.noDoor')]
  if (kind === 'response') return { texts: [...texts, teller.say('effect.tcec102.response')], answer: null, facts: [] }
  texts.push(teller.say(ret === null ? 'effect.tcec102.needsKeys' : `effect.tcec102.ret${ret}`))
  if (ret === 0 && named) texts.push(teller.say(`effect.tcec102.${effectNameOf(named.name)}`))
  return { texts, answer: null, facts: [] }
}

function effectNameOf(name: keyof typeof INTERFACES): string {
  if (name === 'notification_charge_order_info') return 'order'
  if (name === 'check_charge_orders') return 'check'
  if (name === 'query_token') return 'tokenAsked'
  if (name === 'query_start_charge' || name === 'query_stop_charge' || name === 'query_equip_auth') return 'start'
  return name.startsWith('notification_') ? 'told' : 'asked'
}
