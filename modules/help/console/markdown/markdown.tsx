import { isOpenable } from '@wattyard/console-kit'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '../../contract/markdown.ts'
import { markedTerms, marksOf } from '../../contract/search-help.ts'

interface TextProps {
  /** Searched words, which are marked in the text. */
  readonly terms?: readonly string[]
  /** Returns the address of a heading of the same text; without it such links are plain text. */
  readonly hrefOf?: (id: string) => string
}

/** Draws a text with the searched words marked. */
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
  // A page that this person may not open is named without a link.
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
    // The pieces of a text never change, so the index identifies them.
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
  // A component with headings of its own draws them itself; elsewhere they are strong lines.
  return (
    <p className={block.kind === 'heading' ? 'help-heading' : undefined}>
      <Line pieces={block.text} {...rest} />
    </p>
  )
}

/** Draws blocks as React elements; their text never becomes HTML. */
export function Blocks({ blocks, ...rest }: TextProps & { blocks: readonly Block[] }) {
  return (
    <div className="help-text">
      {blocks.map((block, i) => (
        <Shown key={i} block={block} {...rest} />
      ))}
    </div>
  )
}
