import { Ajv, type ValidateFunction } from 'ajv'
import { isInstant } from './instant.ts'
import type { SchemaCheck, SchemaError } from './schema-error.ts'

/** Schema checks of one protocol, by schema name (`ResetRequest`); a schema is compiled at its first use. */
export interface SchemaChecks {
  has: (name: string) => boolean
  check: (name: string) => SchemaCheck
}

/** @param published schemas as their publisher wrote them, by name */
export function createSchemaChecks(published: Readonly<Record<string, object>>): SchemaChecks {
  const schemas = new Map(Object.entries(published))
  const compiled = new Map<string, SchemaCheck>()
  // `strict: false`: the published schemas have keywords beside `$ref`. 0.1 A is not an exact double, hence the precision.
  const ajv = new Ajv({ strict: false, multipleOfPrecision: 3, validateFormats: true })
  ajv.addFormat('date-time', isInstant)
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:[^\s]+$/i)
  return {
    has: name => schemas.has(name),
    check(name) {
      let check = compiled.get(name)
      if (check === undefined) {
        const schema = schemas.get(name)
        if (schema === undefined) throw new Error(`no schema ${name}`)
        check = asCheck(ajv.compile(schema))
        compiled.set(name, check)
      }
      return check
    },
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
