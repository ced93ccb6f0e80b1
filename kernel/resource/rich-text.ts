/**
 * Rich text as data: editors write it, pages draw it as elements of their own. It holds no HTML, so that it can never become a
 * script, a style or a frame.
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

/** Deepest nesting of lists and quotations. */
export const MAX_DEPTH = 4
/** Most characters of one text. */
export const MAX_RICH_TEXT = 20_000

export const EMPTY_TEXT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * Returns an address that a text may link to: https, or a path of this console. Returns null for anything else: other schemes can
 * run code or send data, and two slashes or a backslash at the start mean another host.
 */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string' || href.length > 500) return null
  // Browsers drop tabs, line ends and similar characters when they read an address.
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

/** Returns the plain text of a rich text, one line per block. */
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

/** Returns a plain text as a document with one paragraph per line; null when it is blank. */
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
