/** What is added to a module's `contract/registry.ts`. */
export interface Addition {
  /** Name and file of a definition: `{ name: 'lock', file: 'lock' }`. */
  readonly resource?: { readonly name: string; readonly file: string }
  /** Line of `pages`: `'/device/deviceLock': { file: 'lock-page.tsx' }`. */
  readonly page?: string
}

/** Position after the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  const pairs: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
  const end = pairs[text[open] ?? '']
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === text[open]) depth += 1
    if (text[at] === end) depth -= 1
    if (depth === 0) return at
  }
  throw new Error('a bracket is not closed')
}

const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at)

/** Adds an item to the list or object of a key of `registerModule`, and the key when it is missing. */
function addTo(text: string, key: string, brackets: '[]' | '{}', item: string): string {
  const found = new RegExp(`\\b${key}: [{[]`).exec(text)
  if (!found) {
    const name = /name: '\w+',?/.exec(text)
    if (!name) throw new Error('the registry names no module')
    const end = name.index + name[0].length
    return insert(text, end, `${name[0].endsWith(',') ? '' : ','} ${key}: ${brackets[0]}${item}${brackets[1]},`)
  }
  const open = found.index + found[0].length - 1
  const end = closing(text, open)
  const before = text.slice(open + 1, end).trimEnd()
  return insert(text, end, `${before === '' || before.endsWith(',') ? '' : ','} ${item}`)
}

/** Returns the text of a registry with a resource, a page or both. What it has already is not added again. */
export function editRegistry(text: string, { resource, page }: Addition): string {
  let edited = text
  if (resource && !edited.includes(`from './${resource.file}.ts'`)) {
    const line = `import { ${resource.name} } from './${resource.file}.ts'\n`
    const afterImports = edited.lastIndexOf('\nimport ')
    const end = edited.indexOf('\n', afterImports + 1) + 1
    edited = addTo(insert(edited, end, line), 'resources', '[]', resource.name)
  }
  const route = page?.split(':')[0]
  if (page !== undefined && route !== undefined && !edited.includes(route)) edited = addTo(edited, 'pages', '{}', page)
  return edited
}
