/**
 * Returns the text of a module's server file with one more route, imported from a file beside it.
 *
 * @throws Error when the file has no list of routes
 */
export function addRoute(text: string, name: string, file: string): string {
  const imports = text.lastIndexOf('\nimport ')
  const end = /from '[^']+'\n/.exec(text.slice(imports + 1))
  if (!end) throw new Error('the file imports nothing')
  const after = imports + 1 + end.index + end[0].length
  const withImport = `${text.slice(0, after)}import { ${name} } from './${file}'\n${text.slice(after)}`
  const edited = withImport.replace(/\n( +)routes: \[/, `\n$1routes: [${name}, `)
  if (edited === withImport) throw new Error('the file has no list of routes')
  return edited
}
