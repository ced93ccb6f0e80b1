/** Returns the entry script of a console page, whose name changes with each build; undefined for another page. */
export function entryOf(html: string): string | undefined {
  const [, tag = ''] = /<script\b([^>]*\btype="module"[^>]*)>/.exec(html) ?? []
  return /\bsrc="([^"]+)"/.exec(tag)?.[1]
}
