/**
 * Text with little form, as data: what an editor writes and a page draws as elements of its own. There is no HTML in it
 * anywhere, so nothing of it can become a script, a style or a frame.
 */
export interface RichText {
  type: 'doc'
  content: Block[]
}

export type Block =
  | { type: 'paragraph'; content?: Inline[] }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: Inline[] }
  | { type: 'bullet_list'; content: ListItem[] }
  | { type: 'ordered_list'; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'horizontal_rule' }

export interface ListItem {
  type: 'list_item'
  content: Block[]
}

export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hard_break' }

export type Mark = { type: 'strong' } | { type: 'em' } | { type: 'link'; attrs: { href: string } }

/** Lists in lists and quotations in lists, no deeper. */
export const MAX_DEPTH = 4
/** Characters of one text. */
export const MAX_RICH_TEXT = 20_000

export const EMPTY_TEXT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * Returns an address that a text may lead to: https, or a path of this console. Null for anything else: other schemes
 * run or send something, and what begins with two slashes or a backslash is another host.
 */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string' || href.length > 500) return null
  // Tabs, line ends and the like are dropped by browsers when they read an address.
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2066-\u2069\ufeff\\]/.test(href)) return null
  if (/^\/(?![/\\])/.test(href)) return href
  if (!href.startsWith('https://')) return null
  try {
    const url = new URL(href)
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** Returns the words of a text without their form, blocks on lines of their own. */
export function plainText(text: RichText): string {
  const inline = (parts: readonly Inline[] = []) =>
    parts.map(part => (part.type === 'text' ? part.text : '\n')).join('')
  const block = (one: Block | ListItem): string[] => {
    switch (one.type) {
      case 'paragraph':
      case 'heading':
        return [inline(one.content)]
      case 'horizontal_rule':
        return []
      default:
        return one.content.flatMap(block)
    }
  }
  return text.content.flatMap(block).join('\n').trim()
}

/** Plain text as a document, one paragraph for each line; null for nothing. */
export function documentOf(text: string): RichText | null {
  const lines = text.split(/\r?\n/)
  if (text.trim() === '') return null
  return {
    type: 'doc',
    content: lines.map(line =>
      line === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] },
    ),
  }
}
