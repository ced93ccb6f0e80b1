import { isOpenable } from '@wattyard/console-kit'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '../../contract/markdown.ts'
import { markedTerms, marksOf } from '../../contract/search-help.ts'

interface TextProps {
  /** What was sought, marked where it stands. */
  readonly terms?: readonly string[]
  /** Where a link to a heading of the same text leads; without it such links are text. */
  readonly hrefOf?: (id: string) => string
}

/** Draws a text with what was sought marked in it. */
export function Marked({ text, terms = [] }: { text: string; terms?: readonly string[] }) {
  const marks = terms.length > 0 ? marksOf(text, markedTerms(terms, text)) : []
  if (marks.length === 0) return <>{text}</>
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}

function Piece({ piece, terms, hrefOf }: TextProps & { piece: Inline }) {
  const text = <Marked text={piece.text} {...(terms ? { terms } : {})} />
  if (piece.kind === 'strong') return <strong>{text}</strong>
  if (piece.kind === 'code') return <code>{text}</code>
  if (piece.kind !== 'link') return text
  const to = piece.to.startsWith('#') ? hrefOf?.(piece.to.slice(1)) : piece.to
  // A page that this person may not open is named, not linked.
  return to !== undefined && isOpenable(to) ? (
    <Link to={to} className="w-inline-link">
      {text}
    </Link>
  ) : (
    text
  )
}

function Line({ pieces, ...rest }: TextProps & { pieces: readonly Inline[] }) {
  return pieces.map((piece, i) => (
    // Pieces of a text that never changes: their place is what they are.
    <Fragment key={i}>
      <Piece piece={piece} {...rest} />
    </Fragment>
  ))
}

function Shown({ block, ...rest }: TextProps & { block: Block }) {
  if (block.kind === 'code') return <pre className="help-code">{block.text}</pre>
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item, i) => (
          <li key={i}>
            <Line pieces={item} {...rest} />
          </li>
        ))}
      </List>
    )
  }
  if (block.kind === 'table')
    return (
      <div className="w-scroll-x">
        <table className="w-table w-table-plain">
          <thead>
            <tr>
              {block.head.map((cell, i) => (
                <th key={i} scope="col">
                  <Line pieces={cell} {...rest} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, j) => (
                  <td key={j}>
                    <Line pieces={cell} {...rest} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  if (block.kind === 'note')
    return (
      <p className="help-note">
        <Line pieces={block.text} {...rest} />
      </p>
    )
  // Whoever shows a text with headings of its own decides what they are; elsewhere they are just strong lines.
  return (
    <p className={block.kind === 'heading' ? 'help-heading' : undefined}>
      <Line pieces={block.text} {...rest} />
    </p>
  )
}

/** Blocks as React elements; no text of them ever becomes HTML. */
export function Blocks({ blocks, ...rest }: TextProps & { blocks: readonly Block[] }) {
  return (
    <div className="help-text">
      {blocks.map((block, i) => (
        <Shown key={i} block={block} {...rest} />
      ))}
    </div>
  )
}
