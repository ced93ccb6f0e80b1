import { isJsonObject } from './json.ts'

/** Text that replaces a secret. */
export const VEIL = '••••••'

/**
 * Names of configuration keys whose value is a secret: `AuthorizationKey` (OCPP 1.6 security whitepaper, A00),
 * `BasicAuthPassword` (2.0.1 SecurityCtrlr), and names used by manufacturers.
 */
const SECRET_NAME =
  /authorizationkey|passw(or)?d|passphrase|passcode|pwd|secret|privatekey|credential|apikey|\bpsk\b|pin(code)?$/i
/** `ftp://user:password@host`: the password of an address. */
const USER_INFO = /\b([a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/gi

/** Whether a configuration key holds a secret; the key may start with a component (`SecurityCtrlr.BasicAuthPassword`). */
export function isSecretKey(key: string): boolean {
  return SECRET_NAME.test(key)
}

/** Settings that hold the key with which a pile signs in here: 1.6 security whitepaper, A00; 2.0.1 part 2, A01. */
const STATION_KEY = /^(securityctrlr\.)?(authorizationkey|basicauthpassword)$/i

/** Returns whether a configuration key holds the pile's own key for this server. */
export function isStationKey(key: string): boolean {
  return STATION_KEY.test(key.trim())
}

const veilText = (text: string): string => text.replace(USER_INFO, `$1:${VEIL}@`)

/**
 * Returns the value with every secret masked: values beside a secret's name, in the members of 1.6 (`key`, `value`) and 2.0.1
 * (`variable.name`, `attributeValue`, `variableAttribute[].value`), and passwords inside addresses. Used for everything of a pile
 * that is stored or shown; the pile itself gets the secret.
 */
export function veilSecrets<T>(value: T): T
export function veilSecrets(value: unknown): unknown {
  return veil(value, false)
}

function veil(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? VEIL : veilText(value)
  if (Array.isArray(value)) return value.map(one => veil(one, isSecret))
  // Stored forms of other kinds (an amount, an instant) hold no names.
  if (!isJsonObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const hides = isSecret || namesSecret(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, veil(one, hides && VALUES.has(name))]))
}

/** Members that hold the value beside a name. */
const VALUES = new Set(['value', 'attributeValue', 'variableAttribute'])

function namesSecret({ key, variable }: Readonly<Record<string, unknown>>): boolean {
  if (typeof key === 'string') return isSecretKey(key)
  return isJsonObject(variable) && typeof variable.name === 'string' && isSecretKey(variable.name)
}

/** Returns a frame with its secrets masked; unchanged to the byte if it has none. */
export function veilFrame(text: string): string {
  if (!SECRET_ANYWHERE.test(text) && !text.includes('://')) return text
  try {
    const frame: unknown = JSON.parse(text)
    const veiled = JSON.stringify(veilSecrets(frame))
    return veiled === JSON.stringify(frame) ? text : veiled
  } catch {
    return veilText(text)
  }
}

/** The same names without word boundaries, which cannot be checked in a frame. */
const SECRET_ANYWHERE = /authorizationkey|passw|passphrase|passcode|pwd|secret|privatekey|credential|apikey|psk|pin/i
