import type { z } from 'zod'
import { invalid, type MessageRef } from '../refusal.ts'
import { MAX_FIELD_ERRORS } from './limits.ts'

const TOO_MUCH: Readonly<Record<string, string>> = { string: 'kernel.field.tooLong', array: 'kernel.field.tooMany' }
const TOO_LITTLE: Readonly<Record<string, string>> = { string: 'kernel.field.tooShort', array: 'kernel.field.tooFew' }

/** Name of a message of ours below `kernel.field`; the library's own messages are sentences. */
const OWN_WORD = /^[a-zA-Z]+$/

/** Issues of the schema as sayings, by the path of the field. */
function messageOf(issue: z.core.$ZodIssue): MessageRef {
  // A check that names no word of ours says what the library says, and that is nobody's language.
  if ((issue.code === 'custom' || issue.input !== undefined) && OWN_WORD.test(issue.message))
    return { key: `kernel.field.${issue.message}`, ...boundOf('params' in issue ? issue.params : undefined) }
  switch (issue.code) {
    case 'invalid_type':
      return { key: issue.input === undefined ? 'kernel.field.required' : 'kernel.field.wrongType' }
    case 'too_big':
      return {
        key: TOO_MUCH[issue.origin] ?? 'kernel.field.tooBig',
        params: { max: String(issue.maximum) },
      }
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? { key: 'kernel.field.required' }
        : {
            key: TOO_LITTLE[issue.origin] ?? 'kernel.field.tooSmall',
            params: { min: String(issue.minimum) },
          }
    case 'invalid_value':
      return { key: 'kernel.field.notOneOf' }
    case 'unrecognized_keys':
      return { key: 'kernel.field.unknown' }
    case 'invalid_union': {
      if (issue.input === undefined) return { key: 'kernel.field.required' }
      const inner = nearestIssue(issue.errors)
      return inner ? messageOf(inner) : { key: 'kernel.field.wrongType' }
    }
    default:
      return { key: 'kernel.field.badFormat' }
  }
}

const isBound = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The bound that a check of ours names. */
function boundOf(params: Record<string, unknown> | undefined): Pick<MessageRef, 'params'> {
  const { min, max } = params ?? {}
  if (isBound(max)) return { params: { max: String(max) } }
  return isBound(min) ? { params: { min: String(min) } } : {}
}

/** The alternatives "null" and "empty text" stand for "left empty"; what they miss is never the point. */
function isAboutEmptiness(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'null'
  return issue.code === 'invalid_value' && issue.values.length === 1 && issue.values[0] === ''
}

const isOtherType = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0

/** Of the alternatives of a union, the issue of the one that came nearest: the right type, another flaw. */
function nearestIssue(alternatives: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  // Bounds are measured whatever the type: of a text, those of a list would be said of its characters.
  const issues = alternatives
    .flatMap(all => all.filter(isOtherType).concat(all.some(isOtherType) ? [] : all))
    .filter(issue => !isAboutEmptiness(issue))
  return issues.find(issue => issue.code !== 'invalid_type') ?? issues[0]
}

/** Turns schema issues into field sayings: `rows.3.name` → what is wrong there. The first fifty; more help nobody. */
export function fieldMessages(error: z.ZodError): Record<string, MessageRef> {
  // No prototype: an unknown key may be called toString.
  const fields: Record<string, MessageRef> = Object.create(null)
  const told = new Set<string>()
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    for (const key of keys) {
      if (told.size >= MAX_FIELD_ERRORS) return fields
      const path = key === null ? issue.path : [...issue.path, key]
      const name = path.map(String).join('.') || '*'
      told.add(name)
      fields[name] ??= messageOf(issue)
    }
  }
  return fields
}

/**
 * One strict check of what came in.
 *
 * @throws Refusal `kernel.invalid` that names every field that is wrong
 */
export function checkInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw invalid(fieldMessages(result.error))
}
