/** Script that a page of the console begins with; its name changes with each build. Nothing when the page is another one. */
export function entryOf(html: string): string | undefined {
  const [, tag = ''] = /<script\b([^>]*\btype="module"[^>]*)>/.exec(html) ?? []
  return /\bsrc="([^"]+)"/.exec(tag)?.[1]
}
