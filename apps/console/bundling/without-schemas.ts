import { parseSync, type Plugin } from 'vite'

const SCHEMAS = '\0wattyard:no-schemas'
/** Declarations of calls, and the schema of descriptions that some of them take. */
const DECLARATION = /\/contract\/calls\/|\/kernel\/calls\/|\/payment-files\/described\/mapping\.ts$/

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns the name at the start of a chain of members and calls: `z` of `z.object({}).nullable()`. */
function rootOf(node: Node): string | null {
  const inner = node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : null
  if (isNode(inner)) return rootOf(inner)
  return node.type === 'Identifier' ? String(node.name) : null
}

/** Methods that only schemas have: a chain that ends in one is a schema, whatever its start. */
const OF_SCHEMAS: ReadonlySet<string> = new Set(
  'extend optional nullable default transform pipe omit pick readonly refine max min regex'.split(' '),
)

function isSchema(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  const method = isNode(callee) && isNode(callee.property) ? String(callee.property.name) : ''
  return rootOf(node) === 'z' || OF_SCHEMAS.has(method)
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns the parts of a declaration to cut: schemas, and the summary that only the API's description uses. */
function cutsOf(value: unknown): readonly Cut[] {
  if (Array.isArray(value)) return value.flatMap(cutsOf)
  if (!isNode(value) || value.type.startsWith('TS')) return []
  const { type, start, end } = value
  if (isSchema(value)) return [{ start, end, text: 'z' }]
  if (type === 'Property' && isNode(value.key) && value.key.name === 'summary')
    return isNode(value.value) ? [{ start: value.value.start, end: value.value.end, text: "''" }] : []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'parent' ? [] : cutsOf(inner)))
}

/** Returns the text of a module of declarations without its schemas. */
export function cutSchemas(path: string, text: string): string {
  const { program } = parseSync(path, text, { lang: 'ts' })
  return cutsOf(program)
    .toSorted((a, b) => b.start - a.start)
    .reduce((cut, { start, end, text: instead }) => cut.slice(0, start) + instead + cut.slice(end), text)
}

/**
 * Removes the schemas from declarations of calls. They check calls on the server; the console needs only paths and types. The
 * bundle therefore contains neither the schema library nor any schema.
 */
export const withoutSchemas: Plugin = {
  name: 'wattyard:without-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== 'zod') return null
    if (DECLARATION.test(importer ?? '')) return SCHEMAS
    throw new Error(`${importer} would bring the schema library into the console`)
  },
  load: id =>
    id === SCHEMAS
      ? 'const nothing = new Proxy(() => nothing, { get: () => nothing, apply: () => nothing }); export const z = nothing'
      : null,
  transform: (text, id) =>
    DECLARATION.test(id) && id.endsWith('.ts') ? { code: cutSchemas(id, text), map: null } : null,
}
