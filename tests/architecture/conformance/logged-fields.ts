import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoggedDeed } from '@wattyard/platform/contract'
import type { Source } from '../boundaries/sources.ts'
import { ROOT } from '../locale-texts.ts'
import { isNode, lineAt, nameOf, type Node, nodesIn, type Parsed, Sources, visit } from '../syntax.ts'

/** A field that an entry of the audit log carries, as the source writes it. */
export interface LoggedField {
  /** `modules/identity/server/people/ask-for-page.ts:48`. */
  readonly place: string
  readonly deed: LoggedDeed
  readonly field: string
}

/** Returns the fields of `before` and `after` that are written out where an audit entry is made. */
export async function loggedFields(sources: readonly Source[]): Promise<LoggedField[]> {
  const all = new Sources(sources)
  const found: LoggedField[] = []
  for (const file of all.files()) {
    const entries: Node[] = []
    visit(file.program, node => {
      const keys = nodesIn(node.properties).map(one => nameOf(one.key))
      const isEntry = keys.includes('action') && (keys.includes('before') || keys.includes('after'))
      if (node.type === 'ObjectExpression' && isEntry) entries.push(node)
    })
    for (const entry of entries) found.push(...(await fieldsOf(all, file, entry)))
  }
  return found
}

async function fieldsOf(all: Sources, file: Parsed, entry: Node): Promise<LoggedField[]> {
  const of = new Map(nodesIn(entry.properties).map(one => [nameOf(one.key), one.value]))
  const resource = await resourceOf(all, file, of.get('resource'))
  const action = of.get('action')
  const deed = { resource, action: (isNode(action) && all.textOf(file, action)) || '' }
  const place = `${file.path}:${lineAt(file.text, entry.start)}`
  return ['before', 'after'].flatMap(side => {
    const value = of.get(side)
    const fields = isNode(value) ? nodesIn(value.properties).filter(one => one.type === 'Property') : []
    return fields.map(one => ({ place, deed, field: nameOf(one.key) }))
  })
}

/** Returns the name of the resource of an entry: a text, or `user.name` of an imported definition; empty where neither. */
async function resourceOf(all: Sources, file: Parsed, written: unknown): Promise<string> {
  if (!isNode(written)) return ''
  if (written.type !== 'MemberExpression') return all.textOf(file, written) ?? ''
  const from = importOf(file, nameOf(written.object))
  if (from === null) return ''
  const loaded = (await import(from.url)) as Record<string, unknown>
  const value = loaded[from.name]
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
}

function importOf(file: Parsed, name: string): { url: string; name: string } | null {
  for (const statement of nodesIn(file.program.body))
    for (const one of statement.type === 'ImportDeclaration' ? nodesIn(statement.specifiers) : [])
      if (nameOf(one.local) === name && isNode(statement.source)) {
        const specifier = String(statement.source.value)
        const url = specifier.startsWith('.') ? pathToFileURL(join(ROOT, file.path, '..', specifier)).href : specifier
        return { url, name: nameOf(one.imported) }
      }
  return null
}
