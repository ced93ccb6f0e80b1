import { isJsonObject } from '../json.ts'
import { MAX_DEPTH, scanText } from '../scan-text.ts'
import { isSecretKey, isSecretMember, mentionsSecret } from './secret-names.ts'
import { unescaped, VEIL, veilSignIn, veilWritten } from './secret-texts.ts'

export { VEIL } from './secret-texts.ts'

/** Returns text with secrets in it masked: in JSON by its members, in other text by names and addresses. */
function veilText(text: string): string {
  if (/^\s*[[{"]/.test(text)) {
    try {
      return veilJson(text)
    } catch {
      // Cut off, or no JSON after all.
    }
  }
  return veilWritten(text)
}

/**
 * Returns JSON text with its secrets masked; unchanged to the byte if it has none. Where a key stands twice, parsing keeps its last
 * value, so a text that mentions a secret is masked by the names in it first and written anew.
 *
 * @throws SyntaxError for other text
 * @throws RangeError for data that is nested deeper than a frame may be
 */
function veilJson(text: string): string {
  const scan = scanText(text)
  if (scan.tooDeep) throw new RangeError('nested too deep')
  const data: unknown = JSON.parse(text)
  if (scan.members !== countMembers(data) && mentionsSecret(unescaped(text)))
    return JSON.stringify(veilSecrets(JSON.parse(veilWritten(text))))
  const veiled = JSON.stringify(veilSecrets(data))
  return veiled === JSON.stringify(data) ? text : veiled
}

/** Returns how many members data has at any depth. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  return inner.reduce((sum: number, one) => sum + countMembers(one), Array.isArray(value) ? 0 : inner.length)
}

/**
 * Returns the value with every secret masked: values beside a secret's name, in the members of 1.6 (`key`, `value`) and 2.0.1
 * (`component`, `variable`, `attributeValue`, `variableAttribute[].value`), members that are named as a secret, and secrets inside
 * texts (JSON, `pwd=…`, passwords of addresses). What is nested deeper than 64 levels is masked whole. Used for everything of a
 * pile that is stored or shown; the pile itself gets the secret.
 */
export function veilSecrets<T>(value: T): T
export function veilSecrets(value: unknown): unknown {
  return veil(value, { isSecret: false, depth: 0 })
}

/** Nesting that is read: a frame's, and as much again for the records around it. Without a limit the stack would overflow. */
const MAX_READ = 2 * MAX_DEPTH

/** Where a value stands: whether its names make it a secret, and how many lists and objects are around it. */
interface Place {
  readonly isSecret: boolean
  readonly depth: number
}

function veil(value: unknown, place: Place): unknown {
  const { isSecret, depth } = place
  if (typeof value === 'string') return isSecret ? VEIL : veilText(value)
  if (typeof value === 'number') return isSecret ? VEIL : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_READ) return VEIL
  if (Array.isArray(value)) return veilList(value, place)
  // Stored forms of other kinds (an amount, an instant) hold no names.
  return isPlain(value) ? veilObject(value, place) : value
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isJsonObject(value) && Object.getPrototypeOf(value) === Object.prototype

/** Returns an object with its secrets masked; `alsoSecret` names a member that is secret only here. */
function veilObject(
  value: Readonly<Record<string, unknown>>,
  { isSecret, depth }: Place,
  alsoSecret?: RegExp,
): unknown {
  const hides = namesSecret(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const hidden =
        isSecretMember(name) ||
        COOKIE.test(name) ||
        alsoSecret?.test(name) === true ||
        (hides && VALUES.has(name.toLowerCase()))
      return [name, veilMember(name, one, { isSecret: hidden || (isSecret && !DESCRIBES.has(name)), depth: depth + 1 })]
    }),
  )
}

/** Returns a member's value with its secrets masked. */
function veilMember(name: string, value: unknown, place: Place): unknown {
  const { isSecret, depth } = place
  if (!isSecret && Array.isArray(value) && LISTS_NAMES.test(name))
    return value.map(one => veil(one, { isSecret, depth: depth + 1 }))
  // OCPP 2.0.1, SetNetworkProfile: the shared secret of a VPN is called `key`, as elsewhere a name is.
  if (/^vpn$/i.test(name) && isPlain(value) && depth < MAX_READ) return veilObject(value, place, /^key$/i)
  return veil(/authorization$/i.test(name) && typeof value === 'string' ? veilSignIn(value) : value, place)
}

/** Returns a list with its secrets masked; a list of two may be a name and its value. */
function veilList(list: readonly unknown[], { isSecret, depth }: Place): unknown[] {
  const [name] = list
  const isPair = list.length === 2 && typeof name === 'string' && isSecretKey(name)
  return list.map((one, at) => veil(one, { isSecret: isSecret || (isPair && at === 1), depth: depth + 1 }))
}

const COOKIE = /^(?:set-)?cookie$/i
/** Members that list names of settings: `GetConfiguration` asks for `key`, its answer has `unknownKey`. */
const LISTS_NAMES = /^(?:unknown)?keys?$/i
/** Members that name a setting, in lower case. */
const NAMES = new Set(['key', 'name', 'param', 'parameter', 'field', 'setting', 'configkey', 'paramname', 'k'])
/** Members that hold the value beside a name, in lower case. */
const VALUES = new Set([
  'value',
  'attributevalue',
  'actualvalue',
  'variableattribute',
  'val',
  'configvalue',
  'paramvalue',
  'v',
])
/** Members of `variableAttribute` that say of what kind the value beside them is. */
const DESCRIBES = new Set(['type', 'mutability', 'persistent', 'constant'])

/** Whether an object names a secret in its key or name, or in a name or instance of the component and variable of 2.0.1. */
function namesSecret(value: Readonly<Record<string, unknown>>): boolean {
  const { component, variable } = value
  const isNamed = Object.entries(value).some(
    ([member, name]) => typeof name === 'string' && NAMES.has(member.toLowerCase()) && isSecretKey(name),
  )
  if (isNamed) return true
  return [variable, component].some(
    part =>
      isJsonObject(part) && [part.name, part.instance].some(name => typeof name === 'string' && isSecretKey(name)),
  )
}

/** Returns a frame with its secrets masked; unchanged to the byte if it has none. */
export function veilFrame(text: string): string {
  return veilText(text)
}
