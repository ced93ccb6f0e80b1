import { col, type Shape } from '@wattyard/server-kit'
import type { Source } from '../boundaries/sources.ts'
import { isNode, lineAt, nameOf, type Node, nodesIn, type Parsed, Sources, visit } from '../syntax.ts'

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

/** Statements of `tx.query` and `tx.execute` in the server's sources. */
export function readStatements(sources: readonly Source[]): ReadStatements {
  const all = new Sources(sources)

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
      const found = all.valueOf(file, nameOf(node))
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
  for (const file of all.files())
    visit(file.program, node => {
      const callee = isNode(node.callee) ? node.callee : null
      const method = nameOf(callee?.property)
      if (node.type !== 'CallExpression' || (method !== 'query' && method !== 'execute')) return
      const object = isNode(callee?.object) ? file.text.slice(callee.object.start, callee.object.end) : ''
      if (!/(^|\.)tx(\.kept)?$/.test(object)) return
      const given = nodesIn(node.arguments)
      const [first, second] = given
      if (!first) return
      const direct = all.textOf(file, first)
      const text = direct ?? (second && all.textOf(file, second))
      if (typeof text !== 'string') {
        composed++
        return
      }
      const shape = direct === null ? shapeOf(file, first) : null
      fixed.push({ place: `${file.path}:${lineAt(file.text, node.start)}`, text, shape })
    })
  return { fixed, composed }
}
