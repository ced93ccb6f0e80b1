import { isSecretKey, isSecretMember } from './secret-names.ts'

/** Text that replaces a secret. */
export const VEIL = '••••••'

/** What stands before the password of an address, `ftp://user:`. Digits before a path are a port. */
const USER = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@"\\]*:(?!\d{1,5}[/?#]|$)/i

/**
 * Returns a word with the password of an address in it masked: `ftp://user:password@host`, up to the last `@`, because passwords may
 * hold `@` and `/`. A word is searched up to there once: an expression that looks for the `@` from each address of a word takes time
 * with the square of its length.
 */
function veilUserInfo(word: string): string {
  const last = word.lastIndexOf('@')
  const user = last < 0 ? null : USER.exec(word.slice(0, last))
  return user === null ? word : `${word.slice(0, user.index + user[0].length)}${VEIL}${word.slice(last)}`
}

/** Signs of a name; those that are not seen may hide in it. */
const SIGN = String.raw`[\p{L}\p{N}\p{Default_Ignorable_Code_Point}_.-]`
/** What stands between a name and its value: `=`, `":`, `\":`, `:=`, ` => `, `%3D`, and behind a tag `>`. The value may stand in the next line, indented. */
const BETWEEN = String.raw`(?:\\*["']?[\s\p{Default_Ignorable_Code_Point}]{0,8}(?::=|=>|[:=：＝]|%3[AD])|(?<=<(?:${SIGN}{1,40}:)?${SIGN}{1,80})>)[\s\p{Default_Ignorable_Code_Point}]{0,8}`
/** A name before its value in a text: `pwd=…`, `pwd%3D…`, `password: …`, `"password":"…` also with escaped quotes, `<password>…`. */
const NAME_IN_TEXT = new RegExp(`(?<!${SIGN})(${SIGN}{1,80})${BETWEEN}`, 'giu')
/**
 * The value behind it: in quotes up to the next, which a text that was cut off lacks, else up to a blank or the next parameter. An
 * escaped quote behind a backslash belongs to a text inside of the value.
 */
const VALUE_IN_TEXT =
  /(?<plain>["'])(?:\\[^]|(?!\k<plain>)[^\\])*|(?<escaped>\\+["'])(?:(?!(?<!\\)\k<escaped>)[^])*|[^\s&]+/y

/** Members that name a setting, and those that hold its value, in data that is not quite JSON, in XML and in lists of parameters. */
const MEMBER = new RegExp(
  `(?<!${SIGN})(?:(?<names>key|name|instance|param|parameter|field|setting|configKey)|value|attributeValue|actualValue|val|configValue)${BETWEEN}`,
  'giu',
)
/** A name behind its member; `cut` at the end of a text that breaks off in it. */
const MEMBER_NAME =
  /\\*["'](?<quoted>[^"'\\]{0,250})(?:(?<cut>$)|)|(?<bare>[^\s,;&<>{}[\]"'\\=:][^,;&<>{}[\]"'\\=:\n]{0,249})/y
/**
 * A value behind its member: a quote ends it only before what may follow in data, because who writes no JSON may not escape quotes;
 * data inside of it ends nowhere.
 */
const MEMBER_VALUE =
  /(?<plain>["'])(?:\\[^]|(?!\k<plain>\s{0,3}(?:,\s{0,3}(?:["'][\w.-]{0,80}(?:["']\s{0,3}:|$)|[\w.-]{1,80}[:=]|[{}[\]]|$)|[;&}\])<>/]|[\w.-]{1,80}=|$))[^\\])*|(?<escaped>\\+["'])(?:(?!(?<!\\)\k<escaped>)[^])*|[{[][^]*|(?:[^,;&}\]<\n]|[,;](?!\s{0,3}(?:\\{0,8}["'[{]|[\w.-]{1,80}[:=])))+/y

/** A name and its value in words or in a command line: `--password X`, `password is X`, `密码是X`, `contraseña es X`. */
const NAME_BEFORE_VALUE =
  /((?<![\p{L}\p{N}_-])--?[\p{L}\p{N}][\p{L}\p{N}_.-]{0,79} {1,3}|(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]{1,80} {1,3}(?:is|was|es)(?: {0,3}[:=：] {0,3}| {1,3})|(?:密码|密碼|口令|密钥|密鑰|(?<![a-z])(?:pin|puk|pwd|password)) ?(?:是|为|為)[ :：]{0,3})(?!-)("[^"]*|'[^']*|“[^”]*|[^\s,;，。；]+)/giu
const VERB = /(?: {1,3}(?:is|was|es)(?: {0,3}[:=：] {0,3}| {1,3})|(?:是|为|為)[ :：]{0,3})$/i

/** What a header of HTTP signs in with; words behind "basic" and "bearer" are none. */
const SIGN_IN =
  /\b(authorization\\*["']?\s{0,3}[:=]\s{0,3}\\*["']?[a-z]{1,12} {1,3}|(?:bearer|basic) {1,3}(?=[\w.~+/=-]{0,200}[\d.~+/=_-])(?=[\w.~+/=-]{8})|bearer {1,3}(?!auth|credential)(?=[a-z]{10}))[\w.~+/=-]+/gi
/** The same with letters alone: a capital inside of a word. */
const MIXED_SIGN_IN = /\b([Bb](?:earer|asic)|B(?:EARER|ASIC))( {1,3})(?=[A-Za-z]{0,200}[a-z][A-Z])[A-Za-z]{6,}/g

/** Headers of which all the rest is a secret, and the body of a private key. Shorter cookies hold no session. */
const REST_OF_LINE =
  /(\b(?:(?:set-)?cookie\s{0,3}:(?=[^\r\n]{0,200}=[^\s;"']{6})|authorization\\*["']?\s{0,3}[:=]\s{0,3}\\*["']?digest )\s{0,3})[^\s"'\\][^\r\n\\]*/gi
const PRIVATE_KEY = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]+/g
/** Names of several words, and those that are secrets before a sign alone. */
const NAMED =
  /((?<![\p{L}\p{N}])(?:(?:api|access|secret|private|master|shared|authorization|encryption) {1,3}key\s{0,3}[:=：]\s{0,8}|(?<!id[ _-])token=))[^\s,;&"'<>]+/giu
/** A name in Chinese with or without a verb; what follows it is a secret where it has a digit, because many words may follow. */
const CHINESE =
  /((?:密 ?[码碼]|口令|[密秘私][钥鑰])[ :：=]{0,3}(?:(?:已经?|被|现在?)?(?:[设設]置?|改|更[改新换]|重置|换)?(?:[为為成]|是))?[ :：=]{0,3})(?=[!-~]{0,64}\d)[!-+\--:=?-~]{4,64}/gu
/** A setting as an element of XML with its name beside: `<param name="password">`. */
const ELEMENT =
  /(<[^<>]{1,80}\b(?:name|key|field|id|param) {0,3}= {0,3}["']([^"'<>]{1,80})["'][^<>]{0,80}(?<!\/)>\s{0,8})[^<\s][^<]*/giu

/** Returns a header with what stands behind its scheme masked: `Basic …`. */
export const veilSignIn = (header: string): string => header.replace(/^(\s{0,3}[a-z]{1,12} {1,3})\S.*$/is, `$1${VEIL}`)

/** Returns a text with secrets in words, command lines and headers masked. */
const veilWords = (text: string): string =>
  text
    .replace(PRIVATE_KEY, `$1${VEIL}`)
    .replace(REST_OF_LINE, `$1${VEIL}`)
    .replace(NAMED, `$1${VEIL}`)
    .replace(CHINESE, `$1${VEIL}`)
    .replace(ELEMENT, (found, before: string, name: string) => (isSecretKey(name) ? `${before}${VEIL}` : found))
    .replace(SIGN_IN, `$1${VEIL}`)
    .replace(MIXED_SIGN_IN, `$1$2${VEIL}`)
    .replace(NAME_BEFORE_VALUE, (found, before: string, value: string) => {
      const name = before.replace(VERB, '')
      if (!isSecretMember(name.replace(/^-+/, '').trim())) return found
      return `${before}${/^["'“]/.test(value) ? value.charAt(0) : ''}${VEIL}`
    })

/** A part of a text that is masked, from its first sign to before its last, and the quote that stays before it. */
interface Secret {
  readonly begin: number
  readonly end: number
  readonly quote: string
}

/** Returns what an expression finds at a place of a text, as a secret. */
function secretAt(text: string, shape: RegExp, begin: number): Secret | undefined {
  shape.lastIndex = begin
  const value = shape.exec(text)
  if (value === null) return undefined
  return { begin, end: begin + value[0].length, quote: value.groups?.plain ?? value.groups?.escaped ?? '' }
}

/** Returns a text with parts of it masked, which are in order and apart. */
function without(text: string, secrets: readonly Secret[]): string {
  let veiled = ''
  let at = 0
  for (const { begin, end, quote } of secrets) {
    veiled += `${text.slice(at, begin)}${quote}${VEIL}`
    at = end
  }
  return veiled + text.slice(at)
}

/** Returns a text with the values behind names of secrets masked. */
function veilPairs(text: string): string {
  const secrets: Secret[] = []
  for (const { 0: found, 1: name = '', index } of text.matchAll(NAME_IN_TEXT)) {
    if (index < (secrets.at(-1)?.end ?? 0) || !isSecretMember(name)) continue
    const begin = index + found.length
    // Both in quotes: data, in which a quote may stand inside of a value.
    const isData = /["']/.test(found) && /["']/.test(text.charAt(begin))
    const secret = secretAt(text, isData ? MEMBER_VALUE : VALUE_IN_TEXT, begin)
    if (secret) secrets.push(secret)
  }
  return without(text, secrets)
}

/** Returns whether a secret's name stands at a place, or one of which the end is cut off. */
function namesSecretAt(text: string, begin: number): boolean {
  MEMBER_NAME.lastIndex = begin
  const { quoted, cut, bare } = MEMBER_NAME.exec(text)?.groups ?? {}
  return cut !== undefined || isSecretKey(quoted ?? bare ?? '')
}

/**
 * Returns a text that is not quite JSON with the values beside names of secrets masked: `"key":"AuthorizationKey","value":"…`. Where
 * an object begins and ends is not known then, so that names belong to the values before and behind them.
 */
function veilMembers(text: string): string {
  const secrets: Secret[] = []
  /** Places of values behind the names before, while the names behind are not known. */
  let values: number[] = []
  let [hides, hid] = [false, false]
  const settle = (): void => {
    for (const begin of values)
      if ((hides || hid) && begin >= (secrets.at(-1)?.end ?? 0)) {
        const secret = secretAt(text, MEMBER_VALUE, begin)
        if (secret) secrets.push(secret)
      }
    values = []
    hid = hides
    hides = false
  }
  let isNamed = false
  for (const { 0: found, index, groups } of text.matchAll(MEMBER)) {
    const begin = index + found.length
    const isName = groups?.names !== undefined
    if (isNamed && !isName) settle()
    isNamed = isName
    if (isName) hides ||= namesSecretAt(text, begin)
    else values.push(begin)
  }
  settle()
  return without(text, secrets)
}

/** Returns a text with letters and digits that are spelled as escapes of JSON as themselves: `\u0070assword`. */
export const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (found, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16))
    return /^[\p{L}\p{N}]$/u.test(letter) ? letter : found
  })

const veilSpelled = (text: string): string => veilPairs(veilWords(veilMembers(text.replace(/\S+/g, veilUserInfo))))

/**
 * Returns a text that is no JSON with secrets in it masked, by the names before them; as it was spelled where it has none. Its time
 * is linear.
 */
export function veilWritten(text: string): string {
  const spelled = unescaped(text)
  const veiled = veilSpelled(spelled)
  return veiled === spelled ? text : veiled
}
