import type { ErrorKind } from './error-word.ts'

/** The part of a validator's first error that is needed to correct or explain it. */
export interface SchemaError {
  keyword: string
  /** JSON pointer of the wrong value, or of its object when a member is missing or unexpected. */
  pointer: string
  /** Allowed words, expected type, missing member …, as JSON Schema names them. */
  params: Record<string, unknown>
}

/** Checks one payload; the first complaint or null. */
export type SchemaCheck = (payload: unknown) => SchemaError | null

/**
 * Kind of refusal for a schema error (OCPP-J 1.6 §4.2.3 table 7, 2.0.1 §4.3): a missing member or a wrong number of items, a
 * wrong type, a value out of bounds, or an unexpected member.
 */
export function schemaErrorKind(error: SchemaError): ErrorKind {
  switch (error.keyword) {
    case 'required':
    case 'minItems':
    case 'maxItems':
      return 'occurrence'
    case 'type':
      return 'type'
    case 'additionalProperties':
      return 'format'
    default:
      return 'property'
  }
}

/** Text for the CALLERROR: position and error, without repeating the value. */
export function describeSchemaError(error: SchemaError): string {
  const place = error.pointer === '' ? 'payload' : error.pointer
  const { missingProperty, additionalProperty, type, limit } = error.params
  switch (error.keyword) {
    case 'required':
      return `${place}: ${String(missingProperty)} is missing`
    case 'additionalProperties':
      return `${place}: ${String(additionalProperty)} is not a member of this message`
    case 'type':
      return `${place}: must be ${String(type)}`
    case 'enum':
      return `${place}: not one of the allowed words`
    case 'maxLength':
      return `${place}: longer than ${String(limit)} characters`
    case 'format':
      return `${place}: not a ${String(error.params['format'])}`
    default:
      return `${place}: violates ${error.keyword}`
  }
}
