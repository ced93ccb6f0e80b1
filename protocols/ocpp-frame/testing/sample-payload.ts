interface Schema {
  type?: string
  $ref?: string
  enum?: readonly unknown[]
  format?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  maxLength?: number
  minimum?: number
  definitions?: Readonly<Record<string, Schema>>
}

/** Deepest structure of a sample; custom data may hold custom data. */
const MAX_DEPTH = 8

/** A payload that satisfies a published schema: `least` has only the required members, `most` every member at its longest. */
export function samplePayload(schema: object, size: 'least' | 'most'): Record<string, unknown> {
  const root = schema as Schema // published JSON schemas of draft 4 to 6
  return valueOf(root, root, size, 0) as Record<string, unknown> // payloads are objects
}

function valueOf(given: Schema, root: Schema, size: 'least' | 'most', depth: number): unknown {
  const name = given.$ref?.split('/').at(-1)
  const schema = name === undefined ? given : (root.definitions?.[name] ?? {})
  if (schema.enum) return schema.enum[size === 'least' ? 0 : schema.enum.length - 1]
  switch (schema.type) {
    case 'object':
      return objectOf(schema, root, size, depth)
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, size === 'most' || schema.minItems ? 1 : 0)
      return Array.from({ length: count }, () => valueOf(schema.items ?? {}, root, size, depth + 1))
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      if (schema.format === 'date-time') return '2026-11-20T08:00:00Z'
      if (schema.format === 'uri') return 'https://files.example/x'
      return 'x'.repeat(size === 'least' ? 1 : Math.min(schema.maxLength ?? 20, 500))
  }
}

function objectOf(schema: Schema, root: Schema, size: 'least' | 'most', depth: number): Record<string, unknown> {
  const required = new Set(schema.required)
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([key]) => required.has(key) || (size === 'most' && depth < MAX_DEPTH && key !== 'customData'),
  )
  return Object.fromEntries(wanted.map(([key, of]) => [key, valueOf(of, root, size, depth + 1)]))
}
