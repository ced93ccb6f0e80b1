import type { SchemaCheck, SchemaError } from '@wattyard/ocpp-frame'
import { isInstant } from '@wattyard/ocpp-frame'
import { Ajv, type ValidateFunction } from 'ajv'
// The package's entry compiles 387 schemas of three versions on import (2.3 s of CPU, 90 MB): only its schema files
// are loaded here, and a schema is compiled when its first message comes, or by `compileSchemas` at start.
import * as published from 'typed-ocpp/dist/ocpp20/schemas.js'
import type { Action } from './actions.ts'

type Direction = 'Request' | 'Response'

const SCHEMAS: ReadonlyMap<string, object> = new Map(Object.entries(published))
const compiled = new Map<string, SchemaCheck>()

// `strict: false`: the published schemas carry keywords beside `$ref`. 0.1 A is no exact double, hence the precision.
const ajv = new Ajv({ strict: false, multipleOfPrecision: 3, validateFormats: true })
ajv.addFormat('date-time', isInstant)
ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:[^\s]+$/i)

export function isAction(action: string): action is Action {
  return SCHEMAS.has(`${action}Request`)
}

/** The check for the request or response of an action; compiled once. */
export function schemaCheck(action: Action, direction: Direction): SchemaCheck {
  const name = `${action}${direction}`
  let check = compiled.get(name)
  if (check === undefined) {
    const schema = SCHEMAS.get(name)
    if (schema === undefined) throw new Error(`no schema ${name}`)
    check = asCheck(ajv.compile(schema))
    compiled.set(name, check)
  }
  return check
}

/** Compiles what every pile sends, so that the first pile after a start does not pay for it (about 150 ms). */
export function compileSchemas(actions: readonly Action[]): void {
  for (const action of actions) {
    schemaCheck(action, 'Request')
    schemaCheck(action, 'Response')
  }
}

function asCheck(validate: ValidateFunction): SchemaCheck {
  return payload => {
    if (validate(payload)) return null
    const first = validate.errors?.[0]
    const error: SchemaError = {
      keyword: first?.keyword ?? 'schema',
      pointer: first?.instancePath ?? '',
      params: first?.params ?? {},
    }
    return error
  }
}
