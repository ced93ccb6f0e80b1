/** Marks that may not begin a line in Chinese, nor in the other languages. */
const NOT_FIRST = /^[、。，．：；！？）》」』】〕〉％…—,.:;!?)\]}%”’]/u
/** Marks that may not end a line: they open what follows. */
const NOT_LAST = /[（《「『【〔([{“‘]$/u
/** A run that stays together: letters and figures of alphabetic scripts; a Chinese character stands alone. */
const PIECES = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+| +|[^\s]/gu

/**
 * Breaks a text into lines no wider than `width`. Line feeds stay; a word that is wider than a line is cut.
 *
 * @param measure width of a text in points
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap(paragraph => wrapParagraph(paragraph, width, measure))
}

function wrapParagraph(paragraph: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const piece of pieces(paragraph)) {
    const wide = measure(piece)
    if (used + wide <= width) {
      line += piece
      used += wide
      continue
    }
    if (line.trim()) lines.push(line.trimEnd())
    line = piece.trimStart()
    used = measure(line)
    while (used > width) {
      const head = longestHead(line, width, measure)
      // One character that is wider than the line stands alone.
      if (head === line) break
      lines.push(head)
      line = line.slice(head.length)
      used = measure(line)
    }
  }
  return [...lines, line.trimEnd()]
}

/** Returns the parts between which a line may break: marks stay with what they open or close. */
export function pieces(paragraph: string): string[] {
  const found: string[] = []
  for (const [piece] of paragraph.matchAll(PIECES)) {
    const before = found.at(-1)
    if (before?.trim() && (NOT_FIRST.test(piece) || (NOT_LAST.test(before) && piece.trim())))
      found[found.length - 1] = before + piece
    else found.push(piece)
  }
  return found
}

function longestHead(text: string, width: number, measure: (text: string) => number): string {
  let head = ''
  let used = 0
  for (const character of text) {
    used += measure(character)
    if (head && used > width) break
    head += character
  }
  // A closing mark does not begin a line: it takes the character before it along.
  const [...characters] = head
  const last = characters.at(-1) ?? ''
  return NOT_FIRST.test(text.slice(head.length)) && characters.length > 1 ? head.slice(0, -last.length) : head
}
