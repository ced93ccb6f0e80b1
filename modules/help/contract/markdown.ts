/** A piece of a line. Links lead to a route of the console or to a heading; other links are kept as text. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly id: string; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'note'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

/** Most characters that are parsed. The rest is dropped. */
export const MAX_MARKDOWN = 64_000

const HEADING = /^(#{1,3}) (.+?)(?: \{#([a-zA-Z][\w-]*)\})?$/
const ITEM = /^(?:([-*])|\d{1,3}[.)]) (.*)$/
const NOTE = /^> ?(.*)$/
const FENCE = /^```/
const ROW = /^\|(.+)\|$/
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/
/** A path of the console with its query, or a heading of the same page. `//host` and `javascript:` do not match. */
const TARGET = /^(?:\/(?!\/)[\w/?&=.-]*|#[a-zA-Z][\w-]*)$/
const PIECE = /\*\*([^*]{1,300})\*\*|`([^`]{1,300})`|\[([^\][]{1,300})\]\(([^()\s]{0,300})\)/g

/** Parses one line: `**strong**`, `` `code` ``, `[text](/route)`. Everything else is text, angle brackets included. */
export function parseInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let from = 0
  const add = (piece: Inline): void => {
    if (piece.text !== '') pieces.push(piece)
  }
  for (const match of line.matchAll(PIECE)) {
    const [whole, strong, code, text, to = ''] = match
    add({ kind: 'text', text: line.slice(from, match.index) })
    from = match.index + whole.length
    if (strong !== undefined) add({ kind: 'strong', text: strong })
    else if (code !== undefined) add({ kind: 'code', text: code })
    else if (text !== undefined) add(TARGET.test(to) ? { kind: 'link', text, to } : { kind: 'text', text })
  }
  add({ kind: 'text', text: line.slice(from) })
  return pieces
}

const cellsOf = (row: string): Inline[][] => (ROW.exec(row)?.[1] ?? '').split('|').map(cell => parseInline(cell.trim()))

/** Lines with a cursor. Each block parser consumes its own lines. */
class Lines {
  readonly #lines: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#lines = text.slice(0, MAX_MARKDOWN).replaceAll('\r\n', '\n').split('\n')
  }

  get now(): string | undefined {
    return this.#lines[this.#at]?.trimEnd()
  }

  next(): string {
    const line = this.now ?? ''
    this.#at += 1
    return line
  }

  /** Lines for as long as `isMine`, at least one. */
  take(isMine: (line: string) => boolean): string[] {
    const taken = [this.next()]
    while (this.now !== undefined && isMine(this.now)) taken.push(this.next())
    return taken
  }
}

const isPlain = (line: string): boolean =>
  line !== '' && ![HEADING, ITEM, NOTE, FENCE, ROW].some(pattern => pattern.test(line))

/** Joins lines. Chinese lines are joined without a space. */
const joined = (lines: readonly string[]): string =>
  lines.reduce((text, line) =>
    /\p{Script=Han}|[，。；：、）」]$/u.test(text.at(-1) ?? '') && /^[\p{Script=Han}（「]/u.test(line)
      ? text + line
      : `${text} ${line}`,
  )

function listFrom(lines: Lines, isOrdered: boolean): Block {
  const items: Inline[][] = []
  while (lines.now !== undefined) {
    const match = ITEM.exec(lines.now)
    if (!match || (match[1] === undefined) !== isOrdered) break
    const [first = '', ...more] = lines.take(line => isPlain(line))
    items.push(parseInline(joined([ITEM.exec(first)?.[2] ?? '', ...more.map(line => line.trim())])))
  }
  return { kind: 'list', isOrdered, items }
}

function codeFrom(lines: Lines): Block {
  lines.next()
  const text: string[] = []
  while (lines.now !== undefined && !FENCE.test(lines.now)) text.push(lines.next())
  lines.next()
  return { kind: 'code', text: text.join('\n') }
}

function tableFrom(lines: Lines): Block {
  const [head = '', ...rows] = lines.take(line => ROW.test(line))
  return { kind: 'table', head: cellsOf(head), rows: rows.filter(row => !RULE.test(row)).map(cellsOf) }
}

function blockFrom(lines: Lines, line: string, headings: number): Block {
  const heading = HEADING.exec(line)
  if (heading) {
    lines.next()
    const [, marks = '', text = '', id = `part-${headings + 1}`] = heading
    return { kind: 'heading', level: marks.length as 1 | 2 | 3, id, text: parseInline(text) } // one to three by the pattern
  }
  const item = ITEM.exec(line)
  if (item) return listFrom(lines, item[1] === undefined)
  if (FENCE.test(line)) return codeFrom(lines)
  if (ROW.test(line)) return tableFrom(lines)
  if (NOTE.test(line)) {
    const note = lines.take(one => NOTE.test(one)).map(one => NOTE.exec(one)?.[1] ?? '')
    return { kind: 'note', text: parseInline(joined(note)) }
  }
  return { kind: 'paragraph', text: parseInline(joined(lines.take(isPlain))) }
}

/**
 * Parses the subset of Markdown used by help, release notes and the assistant's answers: three levels of headings (`## Title
 * {#id}`), paragraphs, flat lists, notes, tables, fenced code. Pure function; the result never contains HTML.
 */
export function parseMarkdown(text: string): Block[] {
  const lines = new Lines(text)
  const blocks: Block[] = []
  let headings = 0
  while (lines.now !== undefined) {
    if (lines.now === '') {
      lines.next()
      continue
    }
    const block = blockFrom(lines, lines.now, headings)
    if (block.kind === 'heading') headings += 1
    blocks.push(block)
  }
  return blocks
}

/** Returns the text of a line without markup. */
export const inlineText = (pieces: readonly Inline[]): string => pieces.map(({ text }) => text).join('')

/** Returns every piece of a block, in order. */
export function piecesOf(block: Block): readonly Inline[] {
  if (block.kind === 'code') return [{ kind: 'code', text: block.text }]
  if (block.kind === 'list') return block.items.flat()
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat()
  return block.text
}

/** Returns the text of a block, one line per item or row. */
export function blockText(block: Block): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'list') return block.items.map(inlineText).join('\n')
  if (block.kind === 'table') return [block.head, ...block.rows].map(row => row.map(inlineText).join(' ')).join('\n')
  return inlineText(block.text)
}
