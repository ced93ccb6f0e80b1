import { isJsonObject } from '../json.ts'
import { isSecretKey, isSecretMember } from './secret-names.ts'

/** Text that replaces a secret. */
export const VEIL = '••••••'

/**
 * `ftp://user:password@host`: the password of an address, up to the last `@`, because passwords may hold `@` and `/`. Digits
 * before a path are a port.
 */
const USER_INFO = /\b([a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@"\\]*):(?!\d{1,5}[/?#])\S+@/gi
/** A name before its value in a text: `pwd=…`, `pwd%3D…`, `password: …`, `"password":"…` also with escaped quotes, `<password>…`. */
const NAME_IN_TEXT =
  /(?<![\p{L}\p{N}_.-])([\p{L}\p{N}_.-]{1,80})(?:\\*["']?\s{0,3}(?:[=:：]|%3[AD])|(?<=<[\p{L}\p{N}_.-]{1,80})>)\s{0,3}/giu
/** The value behind it: in quotes up to the next, which a text that was cut off lacks, else up to a blank or the next parameter. */
const VALUE_IN_TEXT = /(?<plain>["'])(?:\\[^]|(?!\k<plain>)[^\\])*|(?<escaped>\\+["'])(?:(?!\k<escaped>)[^])*|[^\s&]+/y

/** A name and its value in words or in a command line: `--password X`, `password is X`, `密码是X`, `contraseña es X`. */
const NAME_BEFORE_VALUE =
  /((?<![\p{L}\p{N}_-])--?[\p{L}\p{N}][\p{L}\p{N}_.-]{0,79} {1,3}|(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]{1,80} {1,3}(?:is|was|es) {1,3}|(?:密码|密碼|口令|密钥|密鑰) ?(?:是|为|為) ?)(?!-)([^\s,;，。；]+)/giu
/** What a header of HTTP signs in with. */
const SIGN_IN = /\b(bearer|basic)( {1,3})(?=[\w.~+/=-]{0,200}[\d.~+/=_-])[\w.~+/=-]{8,}/gi

/** Returns a text with secrets in words, command lines and headers masked. */
const veilWords = (text: string): string =>
  text.replace(SIGN_IN, `$1$2${VEIL}`).replace(NAME_BEFORE_VALUE, (found, before: string) => {
    const name = before.replace(/ {1,3}(?:is|was|es) {1,3}$|(?:是|为|為) ?$/i, '')
    return isSecretMember(name.replace(/^-+/, '').trim()) ? `${before}${VEIL}` : found
  })

/** Returns a text with the values behind names of secrets masked. */
function veilPairs(text: string): string {
  let veiled = ''
  let end = 0
  for (const { 0: found, 1: name = '', index } of text.matchAll(NAME_IN_TEXT)) {
    if (index < end || !isSecretMember(name)) continue
    VALUE_IN_TEXT.lastIndex = index + found.length
    const value = VALUE_IN_TEXT.exec(text)
    if (value === null) continue
    veiled += `${text.slice(end, value.index)}${value.groups?.plain ?? value.groups?.escaped ?? ''}${VEIL}`
    end = value.index + value[0].length
  }
  return veiled + text.slice(end)
}

/** Returns text with secrets in it masked: in JSON by its members, in other text by names and addresses. */
function veilText(text: string): string {
  if (/^\s*[[{"]/.test(text)) {
    try {
      return veilJson(text)
    } catch {
      // Cut off, or no JSON after all.
    }
  }
  return veilPairs(veilWords(text.replace(USER_INFO, `$1:${VEIL}@`)))
}

/** Returns JSON text with its secrets masked; unchanged to the byte if it has none. @throws SyntaxError for other text */
function veilJson(text: string): string {
  const data: unknown = JSON.parse(text)
  const veiled = JSON.stringify(veilSecrets(data))
  return veiled === JSON.stringify(data) ? text : veiled
}

/**
 * Returns the value with every secret masked: values beside a secret's name, in the members of 1.6 (`key`, `value`) and 2.0.1
 * (`component`, `variable`, `attributeValue`, `variableAttribute[].value`), members that are named as a secret, and secrets inside
 * texts (JSON, `pwd=…`, passwords of addresses). Used for everything of a pile that is stored or shown; the pile itself gets the
 * secret.
 */
export function veilSecrets<T>(value: T): T
export function veilSecrets(value: unknown): unknown {
  return veil(value, false)
}

function veil(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? VEIL : veilText(value)
  if (typeof value === 'number') return isSecret ? VEIL : value
  if (Array.isArray(value)) return value.map(one => veil(one, isSecret))
  // Stored forms of other kinds (an amount, an instant) hold no names.
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const hides = namesSecret(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      veil(one, isSecretMember(name) || (hides && VALUES.has(name)) || (isSecret && !DESCRIBES.has(name))),
    ]),
  )
}

/** Members that hold the value beside a name. */
const VALUES = new Set(['value', 'attributeValue', 'actualValue', 'variableAttribute'])
/** Members of `variableAttribute` that say of what kind the value beside them is. */
const DESCRIBES = new Set(['type', 'mutability', 'persistent', 'constant'])

/** Whether an object names a secret in its key or name, or in a name or instance of the component and variable of 2.0.1. */
function namesSecret({ key, name: own, component, variable }: Readonly<Record<string, unknown>>): boolean {
  if ([key, own].some(name => typeof name === 'string' && isSecretKey(name))) return true
  return [variable, component].some(
    part =>
      isJsonObject(part) && [part.name, part.instance].some(name => typeof name === 'string' && isSecretKey(name)),
  )
}

/** Returns a frame with its secrets masked; unchanged to the byte if it has none. */
export function veilFrame(text: string): string {
  return veilText(text)
}
