import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import type { Source } from './boundaries/sources.ts'

/** A node of the syntax tree as far as checkers look at it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export interface Parsed {
  readonly path: string
  readonly text: string
  readonly program: Node
  /** Initial values of the module's own constants. */
  readonly constants: ReadonlyMap<string, Node>
  /** Names from other files of the same package: the file and its name there. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
export const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
export const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? value.value) : '')
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Sees every node of a tree, the outer ones first. */
export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  if (!isNode(value)) return
  see(value)
  for (const [key, inner] of Object.entries(value)) if (key !== 'parent') visit(inner, see)
}

export function parse({ path, text }: Pick<Source, 'path' | 'text'>): Parsed {
  const program = parseSync(path, text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }).program as unknown as Node // the parser's types are finer than needed
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

/** Sources that refer to each other's constants. */
export class Sources {
  readonly #files: ReadonlyMap<string, Parsed>

  constructor(sources: readonly Source[]) {
    this.#files = new Map(sources.map(source => [source.path, parse(source)]))
  }

  files(): Iterable<Parsed> {
    return this.#files.values()
  }

  /** The file and the value behind a name; null when it is no constant of these sources. */
  valueOf(file: Parsed, name: string): { file: Parsed; value: Node } | null {
    const own = file.constants.get(name)
    if (own) return { file, value: own }
    const from = file.imported.get(name)
    const other = from && this.#files.get(from.path)
    return other ? this.valueOf(other, from.name) : null
  }

  /** A text that is known before the product runs; null for any other. */
  textOf(file: Parsed, node: Node): string | null {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
    if (node.type === 'Identifier') {
      const found = this.valueOf(file, nameOf(node))
      return found && this.textOf(found.file, found.value)
    }
    if (node.type !== 'TemplateLiteral') return null
    const parts = nodesIn(node.quasis).map(one => String((one.value as { cooked: string }).cooked))
    const inserted = nodesIn(node.expressions).map(one => this.textOf(file, one))
    if (inserted.includes(null)) return null
    return parts.map((part, at) => part + (inserted[at] ?? '')).join('')
  }
}
