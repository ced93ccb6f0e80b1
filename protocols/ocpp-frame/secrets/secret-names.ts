/**
 * Parts of names of secrets, without signs between their words: `AuthorizationKey` (OCPP 1.6 security whitepaper, A00),
 * `BasicAuthPassword` (2.0.1 SecurityCtrlr), and names used by manufacturers, in the languages of the console.
 */
const PART =
  /authorizationkey|passw(or)?[dt]|passphrase|passcode|pwd|secret|credential|(private|api|wi-?fi|wlan|wpa\d?|wep|master|shared|access|encryption|aes)key|(access|auth|refresh|bearer)token|contrase[nñ]a|密码|密碼|口令|密钥|密鑰|秘钥|私钥/i
/** Short names count only at the end of a name, because they are parts of other words: `opinion`. */
const END = /(pin|puk|psk)(code)?\d*$/i
/** Names that count only as a word: `ftpPass` and `PIN Value`, but not `Bypass`. */
const WORD = /^(pin|puk|psk|pass|pw|clave)$/i
/** Words behind a name that say which of its values is meant. */
const NO_NAME = /^(\d+|value|target|actual|code|number|text)$/i

/** Signs that are not seen, under which a name looks like another: controls, formats such as U+200B, and halves of characters. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

/** Cyrillic and Greek letters that look like Latin ones, under which a name looks like another, too. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Array.from('аеорсухіјѕкАВЕКМНОРСТУХοανιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ').map((sign, at) => [
    sign,
    'aeopcyxijskABEKMHOPCTYXoaviABEZHIKMNOPTYX'[at] ?? sign,
  ]),
)

/** Accents over letters, under which a name looks like another, too. */
const ACCENTS = /[\u0300-\u036f]/g

const seen = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replaceAll('ı', 'i')
    .replace(/[\u0370-\u04ff]/g, sign => LOOKS_LIKE.get(sign) ?? sign)
/** Returns letters and digits of a name. */
const compact = (text: string): string => seen(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the words of a name: of `simPin_2` they are sim, Pin and 2. */
const wordsOf = (name: string): string[] =>
  seen(name)
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$& ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** Returns the last word that says what a name names. */
const lastWord = (words: readonly string[]): string => words.findLast(word => !NO_NAME.test(word)) ?? ''

/** Returns whether a member of data holds a secret by its name, such as `password` or `simPin`. */
export function isSecretMember(name: string): boolean {
  const text = compact(name)
  return PART.test(text) || END.test(text) || WORD.test(lastWord(wordsOf(name)))
}

/** A key of any other kind than a public one is a secret, when a setting holds it; members of messages are called so, too. */
const isOwnKey = (name: string): boolean => {
  const words = wordsOf(name).map(word => word.toLowerCase())
  return lastWord(words) === 'key' && !compact(name).toLowerCase().includes('publickey')
}

/**
 * Returns whether a configuration key holds a secret. The key may be a path of 2.0.1 (`Modem[1]@2.Text(Password)`): a secret's name
 * in any of its parts counts. Unseen characters and signs between words do not matter.
 */
export function isSecretKey(key: string): boolean {
  if (PART.test(compact(key))) return true
  return seen(key)
    .split(/[.[\]()@:#/]/)
    .some(part => isSecretMember(part) || isOwnKey(part))
}

/** Names of the key with which a pile signs in here: 1.6 security whitepaper, A00; 2.0.1 part 2, A01. */
const STATION_KEYS: ReadonlySet<string> = new Set(['authorizationkey', 'basicauthpassword'])

/**
 * Returns whether a configuration key holds the pile's own key for this server. Instances, EVSEs and attributes beside the name do
 * not make it another: a pile that has one such key may ignore them.
 */
export function isStationKey(key: string): boolean {
  const names = seen(key)
    .replace(/\[[^\]]*\]|\([^)]*\)/g, '')
    .split('.')
    .map(name => compact(name.replace(/[@#:[(].*$/s, '')).toLowerCase())
    .filter(name => name !== '')
  const variable = names.pop() ?? ''
  return STATION_KEYS.has(variable) && names.every(name => name === 'securityctrlr')
}

/** Words of which one stands in each text with a secret, and all that may be one of them in another spelling. */
const MENTION =
  /pass|pwd|pw\b|pin|puk|psk|secret|credential|key|(?:access|auth|refresh|bearer)[ _-]?token|token=|contrase|clave|cookie|authorization|bearer|basic|:\/\/|%|\\u|[^\0-\x7f]/i

/**
 * Returns whether a text may hold a secret. It takes less than a hundredth of the time of veiling the text, and says yes of every
 * text that is not ASCII.
 */
export const mentionsSecret = (text: string): boolean => MENTION.test(text)
