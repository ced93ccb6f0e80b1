import { dirname, join, normalize } from 'node:path'
import { col, type Shape } from '@wattyard/server-kit'
import { parseSync } from 'vite'
import type { Source } from '../boundaries/sources.ts'

/** A node of the syntax tree as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A statement in the source, with the columns that it states where it states any. */
export interface Statement {
  /** `modules/assets/server/rows.ts:12`. */
  readonly place: string
  readonly text: string
  /** Null where the statement states nothing, or where its columns follow from a definition. */
  readonly shape: Shape | null
}

export interface ReadStatements {
  readonly fixed: readonly Statement[]
  /** Statements put together while the product runs: their answers are looked at whenever a test runs them. */
  readonly composed: number
}

interface Parsed {
  readonly path: string
  readonly text: string
  readonly program: Node
  /** Initial values of the module's own constants. */
  readonly constants: ReadonlyMap<string, Node>
  /** Names from other files of the repository: the file and its name there. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  if (!isNode(value)) return
  see(value)
  for (const [key, inner] of Object.entries(value)) if (key !== 'parent') visit(inner, see)
}

const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value) : '')

function parse({ path, text }: Source): Parsed {
  const program = parseSync(path, text, { lang: 'ts' }).program as unknown as Node // the parser's types are finer than needed
  const constants = new Map<string, Node>()
  const imported = new Map<string, { path: string; name: string }>()
  for (const statement of nodesIn(program.body)) {
    const inner = isNode(statement.declaration) ? statement.declaration : statement
    if (inner.type === 'VariableDeclaration')
      for (const one of nodesIn(inner.declarations)) if (isNode(one.init)) constants.set(nameOf(one.id), one.init)
    const from = isNode(inner.source) ? String(inner.source.value) : ''
    if (inner.type !== 'ImportDeclaration' || !from.startsWith('.')) continue
    for (const one of nodesIn(inner.specifiers))
      imported.set(nameOf(one.local), { path: normalize(join(dirname(path), from)), name: nameOf(one.imported) })
  }
  return { path, text, program, constants, imported }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Statements of `tx.query` and `tx.execute` in the server's sources. */
export function readStatements(sources: readonly Source[]): ReadStatements {
  const files = new Map(sources.map(source => [source.path, parse(source)]))

  /** The file and the value behind a name; null when it is no constant of the repository. */
  function valueOf(file: Parsed, name: string): { file: Parsed; value: Node } | null {
    const own = file.constants.get(name)
    if (own) return { file, value: own }
    const from = file.imported.get(name)
    const other = from && files.get(from.path)
    return other ? valueOf(other, from.name) : null
  }

  /** A text that is known before the product runs. */
  function textOf(file: Parsed, node: Node): string | null {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
    if (node.type === 'Identifier') {
      const found = valueOf(file, nameOf(node))
      return found && textOf(found.file, found.value)
    }
    if (node.type !== 'TemplateLiteral') return null
    const parts = nodesIn(node.quasis).map(one => String((one.value as { cooked: string }).cooked))
    const inserted = nodesIn(node.expressions).map(one => textOf(file, one))
    if (inserted.includes(null)) return null
    return parts.map((part, at) => part + (inserted[at] ?? '')).join('')
  }

  /** A kind of column as written: `col.oneOf(STATES).orNull`. Which words there are is looked at when it runs. */
  function columnOf(file: Parsed, node: Node): Shape[string] | null {
    const written = file.text.slice(node.start, node.end).replace(/\s+/g, '')
    const found = /^col\.(\w+)(?:<.*>)?(\(.*\))?(\.orNull)?$/.exec(written)
    const kind = found && col[found[1] as keyof typeof col]
    if (!kind) return null
    const known = typeof kind === 'function' ? (kind as (words: readonly string[]) => typeof col.text)([]) : kind
    return found[3] ? known.orNull : known
  }

  function shapeOf(file: Parsed, node: Node): Shape | null {
    if (node.type === 'Identifier') {
      const found = valueOf(file, nameOf(node))
      return found && shapeOf(found.file, found.value)
    }
    if (node.type !== 'ObjectExpression') return null
    const shape: Record<string, Shape[string]> = {}
    for (const one of nodesIn(node.properties)) {
      const value = isNode(one.argument)
        ? shapeOf(file, one.argument)
        : isNode(one.value)
          ? columnOf(file, one.value)
          : null
      if (value === null) return null
      if (one.type === 'SpreadElement') Object.assign(shape, value)
      else shape[nameOf(one.key)] = value as Shape[string] // a property has one column
    }
    return shape
  }

  const fixed: Statement[] = []
  let composed = 0
  for (const file of files.values())
    visit(file.program, node => {
      const callee = isNode(node.callee) ? node.callee : null
      const method = nameOf(callee?.property)
      if (node.type !== 'CallExpression' || (method !== 'query' && method !== 'execute')) return
      const object = isNode(callee?.object) ? file.text.slice(callee.object.start, callee.object.end) : ''
      if (!/(^|\.)tx$/.test(object)) return
      const given = nodesIn(node.arguments)
      const [first, second] = given
      if (!first) return
      const direct = textOf(file, first)
      const text = direct ?? (second && textOf(file, second))
      if (typeof text !== 'string') {
        composed++
        return
      }
      const shape = direct === null ? shapeOf(file, first) : null
      fixed.push({ place: `${file.path}:${lineAt(file.text, node.start)}`, text, shape })
    })
  return { fixed, composed }
}
