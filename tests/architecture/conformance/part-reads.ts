import { dirname, join, normalize } from 'node:path'
import { isNode, nameOf, type Node, nodesIn, type Parsed, parse, visit } from '../syntax.ts'
import type { Source } from '../boundaries/sources.ts'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../locale-texts.ts'

/** A part of a detail or a page as its source declares it: an object with `key` and `Show`. */
export interface DeclaredPart {
  /** `modules/gateway/console/pile/pile-slots.ts: trace`. */
  readonly place: string
  /** Permission that the part states; undefined where it states none. */
  readonly needs: string | undefined
  /** Resource whose detail it belongs to; undefined where its declaration does not say it. */
  readonly resource: string | undefined
  readonly file: Parsed
  /** Name of its component. */
  readonly show: string
}

/** What the components of a part do when they are drawn. */
export interface PartReads {
  /** Permissions of the calls and lists that they read. */
  readonly reads: ReadonlySet<string>
  /** Permissions that the components ask the session about. */
  readonly asked: ReadonlySet<string>
}

const PERMISSION = /^[a-z]+\.\w+:\w+$/
/** Hooks and components whose first argument, or `resource`, is the definition whose records they read. */
const READERS: ReadonlySet<string> = new Set(['useList', 'useRecord', 'useEveryRecord', 'useListQuery', 'EmbeddedList'])

interface Name {
  readonly path: string
  readonly name: string
  /** Property of the named object; its other properties are left out. */
  readonly member?: string
}

const isRead = (value: unknown): value is { access: string } =>
  typeof value === 'object' && value !== null && 'access' in value && 'method' in value && value.method === 'GET'

/** Sources of the console, followed from a part's component to all that it draws and calls. */
export class ConsoleSources {
  readonly #files: ReadonlyMap<string, Parsed>

  constructor(sources: readonly Source[]) {
    this.#files = new Map(sources.filter(one => !one.isTest).map(one => [one.path, parse(one)]))
  }

  parts(): DeclaredPart[] {
    return [...this.#files.values()].flatMap(file => {
      const found: DeclaredPart[] = []
      visit(file.program, node => {
        const of = this.#propertiesOf(file, node)
        const key = of.get('key')
        const show = of.get('Show')
        if (node.type !== 'ObjectExpression' || !isNode(key) || key.type !== 'Literal' || !isNode(show)) return
        if (show.type !== 'Identifier') return
        const needs = of.get('needs')
        const stated = isNode(needs) ? this.#textOf(file, needs) : undefined
        const resource = of.get('resource')
        const owner = isNode(resource) ? this.#textOf(file, resource) : undefined
        found.push({ place: `${file.path}: ${nameOf(key)}`, needs: stated, resource: owner, file, show: nameOf(show) })
      })
      return found
    })
  }

  #propertiesOf(file: Parsed, written: Node): Map<string, unknown> {
    const node = written.type === 'TSAsExpression' && isNode(written.expression) ? written.expression : written
    return new Map(
      nodesIn(node.properties).flatMap(one => {
        if (one.type !== 'SpreadElement') return [[nameOf(one.key), one.value] as const]
        const spread = file.constants.get(nameOf(one.argument))
        return spread ? [...this.#propertiesOf(file, spread)] : []
      }),
    )
  }

  #textOf(file: Parsed, node: Node): string | undefined {
    if (node.type === 'Literal') return String(node.value)
    const constant = file.constants.get(nameOf(node))
    return constant && this.#textOf(file, constant)
  }

  /** Returns the declaration of a name in a file; undefined where the file only passes it on. */
  #declaration(file: Parsed, name: string): Node | undefined {
    for (const statement of nodesIn(file.program.body)) {
      const inner = isNode(statement.declaration) ? statement.declaration : statement
      if (inner.type === 'FunctionDeclaration' && nameOf(inner.id) === name) return inner
      if (inner.type === 'VariableDeclaration')
        for (const one of nodesIn(inner.declarations)) if (nameOf(one.id) === name) return one
    }
    return undefined
  }

  /** Returns where a name of a file comes from: an import, or a name that its door passes on. */
  #origin(file: Parsed, name: string): Name | undefined {
    for (const statement of nodesIn(file.program.body)) {
      if (!isNode(statement.source)) continue
      for (const one of nodesIn(statement.specifiers)) {
        const isImport = statement.type === 'ImportDeclaration'
        if (nameOf(isImport ? one.local : one.exported) !== name) continue
        const path = this.#target(file, String(statement.source.value))
        if (path !== undefined) return { path, name: nameOf(isImport ? one.imported : one.local) }
      }
    }
    return undefined
  }

  #target(file: Parsed, specifier: string): string | undefined {
    if (specifier.startsWith('.')) return normalize(join(dirname(file.path), specifier))
    const [, module, door] = /^@wattyard\/(\w+)\/(console|contract)$/.exec(specifier) ?? []
    return module === undefined ? undefined : `modules/${module}/${door}/index.ts`
  }

  /** Returns the permissions to read the records on whose page a part stands: its readers have them anyway. */
  async givenTo({ file, resource }: DeclaredPart): Promise<ReadonlySet<string>> {
    const given = new Set(resource === undefined ? [] : [`${resource}:read`])
    const pages: string[] = []
    visit(file.program, node => {
      if (node.type === 'JSXOpeningElement' && nameOf(node.name) === 'ResourcePage') pages.push(...resourcesGiven(node))
    })
    for (const name of pages) await this.#noteRecords({ path: file.path, name }, given)
    return given
  }

  /** Returns what the component of a part reads and asks. */
  async readsOf({ file, show }: DeclaredPart): Promise<PartReads> {
    const reads = new Set<string>()
    const asked = new Set<string>()
    const seen = new Set<string>()
    const open: Name[] = [{ path: file.path, name: show }]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const id = `${at.path}#${at.name}.${at.member ?? ''}`
      const here = this.#files.get(at.path)
      if (seen.has(id) || !here) continue
      seen.add(id)
      const declared = this.#declaration(here, at.name)
      if (!declared) {
        const origin = this.#origin(here, at.name)
        if (origin?.path.includes('/contract/')) await noteRead(origin, reads)
        else if (origin) open.push({ ...at, ...origin })
        continue
      }
      const part = memberOf(declared, at.member)
      const ofMembers = new Set<unknown>()
      visit(part, node => {
        if (node.type === 'Literal' && typeof node.value === 'string' && PERMISSION.test(node.value))
          asked.add(node.value)
        if (node.type === 'MemberExpression') {
          ofMembers.add(node.object)
          open.push({ path: here.path, name: nameOf(node.object), member: nameOf(node.property) })
          open.push(...lazy(node, path => this.#target(here, path)))
        }
        if ((node.type === 'Identifier' || node.type === 'JSXIdentifier') && !ofMembers.has(node))
          open.push({ path: here.path, name: nameOf(node) })
      })
      for (const name of recordsRead(part)) await this.#noteRecords({ path: here.path, name }, reads)
    }
    return { reads, asked }
  }

  /** Notes the permission to read records of a definition that a name leads to. */
  async #noteRecords({ path, name }: Name, reads: Set<string>): Promise<void> {
    const file = this.#files.get(path)
    const origin = file && this.#origin(file, name)
    if (origin) {
      const value = await valueOf(origin)
      if (typeof value === 'object' && value !== null && 'name' in value) reads.add(`${String(value.name)}:read`)
      return
    }
    // `const cases = anyResource(abnormal)`
    const constant = file?.constants.get(name)
    const [inner] = constant ? nodesIn(constant.arguments) : []
    if (inner && nameOf(inner) !== name) await this.#noteRecords({ path, name: nameOf(inner) }, reads)
  }
}

/** Returns one property of a declared object; the whole declaration where it is no object or has no such property. */
function memberOf(declared: Node, member: string | undefined): Node {
  const object = isNode(declared.init) && declared.init.type === 'ObjectExpression' ? declared.init : null
  return nodesIn(object?.properties).find(one => member !== undefined && nameOf(one.key) === member) ?? declared
}

const valueOf = async ({ path, name }: Name): Promise<unknown> =>
  ((await import(pathToFileURL(join(ROOT, path)).href)) as Record<string, unknown>)[name]

async function noteRead(origin: Name, reads: Set<string>): Promise<void> {
  const value = await valueOf(origin)
  if (isRead(value) && PERMISSION.test(value.access)) reads.add(value.access)
}

/** Returns the component of `(await import('./part.tsx')).Part`. */
function lazy(node: Node, target: (specifier: string) => string | undefined): Name[] {
  const awaited =
    isNode(node.object) && node.object.type === 'ParenthesizedExpression' ? node.object.expression : node.object
  const loaded = isNode(awaited) && awaited.type === 'AwaitExpression' ? awaited.argument : null
  if (!isNode(loaded) || loaded.type !== 'ImportExpression' || !isNode(loaded.source)) return []
  const path = target(String(loaded.source.value))
  return path === undefined ? [] : [{ path, name: nameOf(node.property) }]
}

/** Returns the names of the definitions whose records a declaration reads. */
function recordsRead(declared: Node): string[] {
  const names: string[] = []
  visit(declared, node => {
    if (node.type === 'CallExpression' && READERS.has(nameOf(node.callee)))
      names.push(...nodesIn(node.arguments).slice(0, 1).map(nameOf))
    if (node.type === 'JSXOpeningElement' && READERS.has(nameOf(node.name))) names.push(...resourcesGiven(node))
  })
  return names
}

/** Returns the names that an element is given as its `resource`. */
function resourcesGiven(element: Node): string[] {
  return nodesIn(element.attributes).flatMap(one =>
    nameOf(one.name) === 'resource' && isNode(one.value) ? [nameOf(one.value.expression)] : [],
  )
}
