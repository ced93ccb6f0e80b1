import { type Field, jsonFields, type Problem } from '@wattyard/byte-frame'
import {
  guessInterface,
  type InterfaceName,
  isInterface,
  type Members,
  missingMembers,
  otherSpellings,
} from './interfaces.ts'
import { type DataProblem, openData, sameSignature, sealData, signatureOf } from './secrets.ts'

/** Largest accepted difference of a partner's clock (trust R-47). */
export const MAX_CLOCK_DIFFERENCE_MS = 600_000
/** The standard's times are those of China. */
const OFFSET_MS = 8 * 3_600_000
/** Longest text that is parsed. */
export const MAX_ENVELOPE_LENGTH = 262_144

/** Secrets of a partner; each is optional. */
export interface Tcec102Keys {
  dataSecret?: string
  dataSecretIv?: string
  sigSecret?: string
  /** The token expected in the header. */
  accessToken?: string
}

export interface Request {
  OperatorID: string
  Data: string
  TimeStamp: string
  Seq: string
  Sig: string
}
export interface Response {
  Ret: string
  Msg: string
  Data: string
  Sig: string
}

/** `no-key`: the secret needed for the check is missing. */
export type SignatureVerdict =
  | { verdict: 'right' | 'wrong' | 'lower-case'; found: string; expected: string }
  | { verdict: 'no-key' | 'absent'; found: string; expected: null }
export type DataVerdict =
  | { verdict: 'open'; text: string }
  /** Not encrypted: some partners send such data in tests. */
  | { verdict: 'plain'; text: string }
  | { verdict: 'no-key' | 'absent' | DataProblem; text: null }

export interface Tcec102Reading {
  kind: 'request' | 'response'
  /** From the address line, or guessed from the members of the data. */
  interface: { name: InterfaceName; isGuessed: boolean } | null
  fields: Field[]
  signature: SignatureVerdict
  data: DataVerdict
  /** Fields of the decrypted data, with positions in its text; null when it is not JSON. */
  dataFields: Field[] | null
  /** Whether the time is within ten minutes of now; null when there is no time to check. */
  isTimely: boolean | null
  token: 'right' | 'wrong' | 'absent' | 'not-wanted' | 'no-key'
  /**
   * Result code a platform answers after checking token, signature, data and members in this order; null when keys are missing.
   */
  ret: 0 | 4001 | 4002 | 4003 | null
  problems: Problem[]
}

/** Request line and headers before a body, as in traces. */
export interface HttpHead {
  path: string
  token: string | null
  /** Index at which the body begins. */
  bodyAt: number
}

export function readHttpHead(text: string): HttpHead | null {
  const first = /^(?:POST|GET|PUT)\s+(\S{1,2000})[^\n]{0,200}\n/.exec(text)
  if (first === null) return null
  const bodyAt = text.indexOf('{')
  const headers = text.slice(first[0].length, bodyAt < 0 ? text.length : bodyAt)
  const token = /^authorization:\s*bearer\s+(\S+)/im.exec(headers)
  return { path: first[1] ?? '', token: token?.[1] ?? null, bodyAt: bodyAt < 0 ? text.length : bodyAt }
}

function membersOf(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const textOf = (members: Members, key: string) => {
  const value = members[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether an object has the members of the standard's envelope. */
export function isEnvelope(members: Members): boolean {
  return ('OperatorID' in members && 'Data' in members) || ('Ret' in members && ('Data' in members || 'Sig' in members))
}

/**
 * Reads an envelope: a JSON text, possibly after an HTTP head. `now` is used to check its time; leave it out for an old message.
 * Never throws; null when it is not an envelope.
 */
export function parseTcec102(text: string, keys: Tcec102Keys = {}, now?: number): Tcec102Reading | null {
  if (text.length > MAX_ENVELOPE_LENGTH) return null
  const head = readHttpHead(text)
  const from = head?.bodyAt ?? 0
  const body = text.slice(from)
  const members = membersOf(body)
  if (members === null || !isEnvelope(members)) return null
  const kind = 'Ret' in members ? 'response' : 'request'
  const problems: Problem[] = []
  if (kind === 'request') checkForms(members, problems)
  const signature = judgeSignature(kind, members, keys)
  const data = judgeData(members, keys)
  const inner = data.text === null ? null : membersOf(data.text)
  if (data.text !== null && inner === null) problems.push({ code: 'data-not-json' })
  const named = interfaceOf(head, kind, inner)
  if (named && inner && kind === 'request')
    for (const name of missingMembers(named.name, inner)) problems.push({ code: 'member-missing', params: { name } })
  for (const spelling of otherSpellings(inner)) problems.push({ code: 'other-spelling', params: spelling })
  const isTimely = kind === 'request' && now !== undefined ? judgeTime(textOf(members, 'TimeStamp'), now) : null
  if (isTimely === false) problems.push({ code: 'not-timely' })
  const token = judgeToken(head, named?.name ?? null, keys)
  const fields = (jsonFields(body) ?? []).map(field => ({ ...field, from: field.from + from, to: field.to + from }))
  const ret = kind === 'request' ? retOf(token, signature, data, problems) : null
  const dataFields = data.text === null ? null : jsonFields(data.text)
  return { kind, interface: named, fields, signature, data, dataFields, isTimely, token, ret, problems }
}

function checkForms(members: Members, problems: Problem[]): void {
  for (const name of ['OperatorID', 'Data', 'TimeStamp', 'Seq', 'Sig'])
    if (textOf(members, name) === '') problems.push({ code: 'member-missing', params: { name } })
  const [stamp, seq] = [textOf(members, 'TimeStamp'), textOf(members, 'Seq')]
  if (stamp !== '' && instantOf(stamp) === null)
    problems.push({ code: 'bad-timestamp', params: { found: stamp.slice(0, 40) } })
  if (seq !== '' && !/^\d{4}$/.test(seq)) problems.push({ code: 'bad-seq', params: { found: seq.slice(0, 40) } })
}

function signedText(kind: 'request' | 'response', members: Members): string {
  const keys = kind === 'request' ? ['OperatorID', 'Data', 'TimeStamp', 'Seq'] : ['Ret', 'Msg', 'Data']
  return keys.map(key => textOf(members, key)).join('')
}

function judgeSignature(kind: 'request' | 'response', members: Members, { sigSecret }: Tcec102Keys): SignatureVerdict {
  const found = textOf(members, 'Sig')
  if (found === '') return { verdict: 'absent', found, expected: null }
  if (!sigSecret) return { verdict: 'no-key', found, expected: null }
  const expected = signatureOf(sigSecret, signedText(kind, members))
  if (sameSignature(found, expected)) return { verdict: 'right', found, expected }
  return { verdict: sameSignature(found.toUpperCase(), expected) ? 'lower-case' : 'wrong', found, expected }
}

function judgeData(members: Members, { dataSecret, dataSecretIv }: Tcec102Keys): DataVerdict {
  const data = members['Data']
  if (typeof data === 'object' && data !== null) return { verdict: 'plain', text: JSON.stringify(data) }
  if (typeof data !== 'string' || data === '') return { verdict: 'absent', text: null }
  if (membersOf(data) !== null) return { verdict: 'plain', text: data }
  if (!dataSecret || !dataSecretIv) return { verdict: 'no-key', text: null }
  const opened = openData(data, dataSecret, dataSecretIv)
  return 'text' in opened ? { verdict: 'open', text: opened.text } : { verdict: opened.problem, text: null }
}

function interfaceOf(
  head: HttpHead | null,
  kind: 'request' | 'response',
  inner: Members | null,
): Tcec102Reading['interface'] {
  const last = head?.path.split('?')[0]?.split('/').at(-1) ?? ''
  if (isInterface(last)) return { name: last, isGuessed: false }
  const guess = inner && kind === 'request' ? guessInterface(inner) : null
  return guess && { name: guess, isGuessed: true }
}

/** Epoch milliseconds of `yyyyMMddHHmmss` in China's time zone; null when it is not a time. */
function instantOf(stamp: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp)
  if (match === null) return null
  const [, year, month, day, hour, minute, second] = match
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const at = Date.parse(text)
  return Number.isNaN(at) || new Date(at).toISOString() !== text ? null : at - OFFSET_MS
}

function judgeTime(stamp: string, now: number): boolean | null {
  const at = instantOf(stamp)
  return at === null ? null : Math.abs(now - at) <= MAX_CLOCK_DIFFERENCE_MS
}

function judgeToken(
  head: HttpHead | null,
  name: InterfaceName | null,
  { accessToken }: Tcec102Keys,
): Tcec102Reading['token'] {
  if (name === 'query_token') return 'not-wanted'
  // Without a head it is unknown whether there was a token.
  if (head === null) return 'no-key'
  if (head.token === null) return 'absent'
  if (!accessToken) return 'no-key'
  return sameSignature(head.token, accessToken) ? 'right' : 'wrong'
}

function retOf(
  token: Tcec102Reading['token'],
  signature: SignatureVerdict,
  data: DataVerdict,
  problems: readonly Problem[],
): Tcec102Reading['ret'] {
  if (token === 'wrong' || token === 'absent') return 4002
  if (signature.verdict === 'wrong' || signature.verdict === 'absent' || signature.verdict === 'lower-case') return 4001
  if (signature.verdict === 'no-key' || data.verdict === 'no-key') return null
  if (data.text === null || problems.some(problem => REFUSED.includes(problem.code))) return 4003
  return 0
}

const REFUSED = ['member-missing', 'bad-timestamp', 'bad-seq', 'data-not-json', 'not-timely']

/** A signed request as sent. `data` is the text to encrypt. @throws RangeError for secrets of a wrong size */
export function writeRequest(
  data: string,
  { operatorId, timeStamp, seq }: { operatorId: string; timeStamp: string; seq: string },
  keys: Required<Pick<Tcec102Keys, 'dataSecret' | 'dataSecretIv' | 'sigSecret'>>,
): string {
  const Data = sealData(data, keys.dataSecret, keys.dataSecretIv)
  const Sig = signatureOf(keys.sigSecret, operatorId + Data + timeStamp + seq)
  const request: Request = { OperatorID: operatorId, Data, TimeStamp: timeStamp, Seq: seq, Sig }
  return JSON.stringify(request)
}

/** Returns a signed answer. @throws RangeError for secrets of a wrong size */
export function writeResponse(
  data: string,
  { ret, msg }: { ret: string; msg: string },
  keys: Required<Pick<Tcec102Keys, 'dataSecret' | 'dataSecretIv' | 'sigSecret'>>,
): string {
  const Data = sealData(data, keys.dataSecret, keys.dataSecretIv)
  const response: Response = { Ret: ret, Msg: msg, Data, Sig: signatureOf(keys.sigSecret, ret + msg + Data) }
  return JSON.stringify(response)
}
