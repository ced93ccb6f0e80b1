/** Deepest nesting that is read; a statement has twelve. */
export const MAX_DEPTH = 32
/** Longest tag, comment start or text in characters. */
export const MAX_TOKEN_LENGTH = 65_536
/** Most elements of one piece that is handed over: an entry with ten thousand payments. */
export const MAX_NODES = 400_000

export interface XmlNode {
  /** Name without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  text: string
  readonly children: XmlNode[]
}

export type XmlProblem = 'xml-broken' | 'xml-doctype' | 'xml-too-deep'

export interface XmlSink {
  /** An element of at most `pieceDepth` begins. */
  open(node: XmlNode, depth: number): void
  /** An element of at most `pieceDepth` ends; one of that depth comes with all it contains, and is not kept. */
  close(node: XmlNode, depth: number): void
  /** Nothing is read after a problem. */
  problem(code: XmlProblem, line: number, value: string): void
}

export interface XmlReader {
  push(text: string): void
  end(): void
  line(): number
}

const NAME = /^(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)$/
const ATTRIBUTE = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gy
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads XML as it comes: elements, text, the five entities of XML and characters by number. A document type is refused, so
 * nothing can be declared, expanded or fetched. Whole elements of `pieceDepth` are handed over and forgotten.
 */
export function createXmlReader(pieceDepth: number, sink: XmlSink): XmlReader {
  const path: { node: XmlNode; raw: string }[] = []
  let rest = ''
  let line = 1
  let nodes = 0
  let isOver = false
  let hasRoot = false
  /** End of what is being passed over: a comment or an instruction. */
  let passing = ''

  function stop(code: XmlProblem, value: string): void {
    if (!isOver) sink.problem(code, line, value)
    isOver = true
    rest = ''
  }

  function text(raw: string, isData: boolean): void {
    const top = path.at(-1)
    if (top === undefined) {
      if (raw.replace('\ufeff', '').trim() !== '') stop('xml-broken', raw)
      return
    }
    const value = isData ? raw : decoded(raw)
    // Line ends between a hundred thousand entries would become a long text of what holds them.
    const length = path.length < pieceDepth ? 0 : top.node.text.length
    if (value === null || length + value.length > MAX_TOKEN_LENGTH) stop('xml-broken', raw)
    else if (path.length >= pieceDepth) top.node.text += value
  }

  function open(tag: string, isEmpty: boolean): void {
    const end = tag.search(/\s/)
    const raw = end < 0 ? tag : tag.slice(0, end)
    const name = NAME.exec(raw)?.[1]
    const attributes = end < 0 ? {} : attributesOf(tag.slice(end))
    if (name === undefined || attributes === null || (path.length === 0 && hasRoot)) return stop('xml-broken', tag)
    if (path.length >= MAX_DEPTH || nodes >= MAX_NODES) return stop('xml-too-deep', tag)
    hasRoot = true
    nodes += 1
    const node: XmlNode = { name, attributes, line, text: '', children: [] }
    if (path.length >= pieceDepth) path.at(-1)?.node.children.push(node)
    path.push({ node, raw })
    if (path.length <= pieceDepth) sink.open(node, path.length)
    if (isEmpty) close(raw)
  }

  function close(raw: string): void {
    const depth = path.length
    const top = path.pop()
    if (top === undefined || top.raw !== raw) return stop('xml-broken', raw)
    if (depth > pieceDepth) return
    sink.close(top.node, depth)
    nodes = depth - 1
  }

  function tag(inner: string): void {
    if (inner.startsWith('/')) close(inner.slice(1).trimEnd())
    else if (inner.endsWith('/')) open(inner.slice(0, -1), true)
    else open(inner, false)
  }

  /** Takes `length` characters off the rest. */
  function take(length: number): string {
    const taken = rest.slice(0, length)
    rest = rest.slice(length)
    for (let at = taken.indexOf('\n'); at >= 0; at = taken.indexOf('\n', at + 1)) line += 1
    return taken
  }

  /** Handles the first token of the rest; false when it is not complete. */
  function step(): boolean {
    if (passing !== '') {
      const end = rest.indexOf(passing)
      if (end < 0) {
        take(Math.max(rest.length - passing.length + 1, 0))
        return false
      }
      take(end + passing.length)
      passing = ''
      return true
    }
    const start = rest.indexOf('<')
    if (start !== 0) {
      if (start < 0) return false
      text(rest.slice(0, start), false)
      take(start)
      return true
    }
    return markup()
  }

  function markup(): boolean {
    if (rest.startsWith('<?')) return begin('<?', '?>')
    if (rest.startsWith('<!--')) return begin('<!--', '-->')
    if (rest.startsWith('<![CDATA[')) {
      const end = rest.indexOf(']]>')
      if (end < 0) return false
      text(rest.slice(9, end), true)
      take(end + 3)
      return true
    }
    if ('<!--'.startsWith(rest) || '<![CDATA['.startsWith(rest)) return false
    if (rest.startsWith('<!')) {
      stop('xml-doctype', rest.slice(0, 80))
      return false
    }
    const end = endOfTag(rest)
    if (end < 0) return false
    // A tag that comes whole is bounded as one that comes in pieces.
    if (end > MAX_TOKEN_LENGTH) stop('xml-broken', rest.slice(0, 80))
    else tag(rest.slice(1, end))
    take(end + 1)
    return true
  }

  function begin(mark: string, end: string): boolean {
    take(mark.length)
    passing = end
    return true
  }

  return {
    push(piece) {
      if (isOver) return
      rest += piece
      while (!isOver && rest !== '' && step());
      if (!isOver && rest.length > MAX_TOKEN_LENGTH) stop('xml-broken', rest.slice(0, 80))
    },
    end() {
      if (!isOver && (path.length > 0 || passing !== '' || rest.trim() !== '' || !hasRoot))
        stop('xml-broken', rest.slice(-80))
    },
    line: () => line,
  }
}

/** Returns the place of the `>` that ends a tag: one within quotes does not. */
function endOfTag(text: string): number {
  let quote = ''
  for (let i = 1; i < text.length; i++) {
    const sign = text[i] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return i
  }
  return -1
}

function attributesOf(text: string): Record<string, string> | null {
  const attributes: Record<string, string> = {}
  let end = 0
  for (const match of text.matchAll(ATTRIBUTE)) {
    const value = decoded(match[2] ?? match[3] ?? '')
    const name = match[1] ?? ''
    if (value === null || Object.hasOwn(attributes, name)) return null
    attributes[name] = value
    end = match.index + match[0].length
  }
  return text.slice(end).trim() === '' ? attributes : null
}

/** Returns a text with its entities replaced; null when it has one that XML does not know by itself. */
function decoded(text: string): string | null {
  if (!text.includes('&')) return text
  let isKnown = true
  const value = text.replace(/&([^;&]{0,10};)?/g, (_, body: string | undefined) => {
    const sign = characterOf(body?.slice(0, -1) ?? '')
    isKnown &&= sign !== null
    return sign ?? ''
  })
  return isKnown ? value : null
}

function characterOf(name: string): string | null {
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name)
  if (digits === null) return ENTITIES[name] ?? null
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  const isSign = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff)
  return isSign && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : null
}
