import type { ErrorKind } from './error-word.ts'

/** The part of a validator's first complaint that is needed to mend or to explain it. */
export interface SchemaError {
  keyword: string
  /** JSON pointer of the value that is wrong; of its object when a member is missing or too many. */
  pointer: string
  /** Allowed words, expected type, missing member …, as JSON Schema names them. */
  params: Record<string, unknown>
}

/** Checks one payload; the first complaint or null. */
export type SchemaCheck = (payload: unknown) => SchemaError | null

/**
 * Which refusal a schema complaint is (OCPP-J 1.6 §4.2.3 table 7, 2.0.1 §4.3): a member that is missing or too often
 * there, a wrong type, a value out of its bounds, or a payload that does not have the form of the message.
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

/** Returns the text for the CALLERROR: where and what, without repeating the value. */
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
