import { isJsonObject } from '../json.ts'
import { isSecretKey, isSecretMember } from './secret-names.ts'
import { VEIL, veilSignIn, veilWritten } from './secret-texts.ts'

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
      veil(
        /authorization$/i.test(name) && typeof one === 'string' ? veilSignIn(one) : one,
        isSecretMember(name) || (hides && VALUES.has(name)) || (isSecret && !DESCRIBES.has(name)),
      ),
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
