import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, type ListItem, type Mark, type RichText, safeHref } from '@wattyard/resource'
import { isOpenable } from '../module/registry.ts'
import './rich-text.css'

/** Draws a rich text as React elements, and omits unknown parts. It creates no HTML from the text, so no part of it can run. */
export function DrawRichText({ text }: { text: RichText }) {
  return <div className="w-rich">{text.content.map((block, index) => drawBlock(block, index))}</div>
}

function drawBlock(block: Block | ListItem, key: number): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p key={key}>{drawInline(block.content)}</p>
    case 'heading':
      return block.attrs.level === 2 ? (
        <h3 key={key}>{drawInline(block.content)}</h3>
      ) : (
        <h4 key={key}>{drawInline(block.content)}</h4>
      )
    case 'bullet_list':
      return <ul key={key}>{block.content.map((item, index) => drawBlock(item, index))}</ul>
    case 'ordered_list':
      return <ol key={key}>{block.content.map((item, index) => drawBlock(item, index))}</ol>
    case 'list_item':
      return <li key={key}>{block.content.map((inner, index) => drawBlock(inner, index))}</li>
    case 'blockquote':
      return <blockquote key={key}>{block.content.map((inner, index) => drawBlock(inner, index))}</blockquote>
    case 'horizontal_rule':
      return <hr key={key} />
    default:
      return null
  }
}

function drawInline(parts: readonly Inline[] = []): ReactNode[] {
  // The index identifies a piece of a text, because pieces are drawn once and never moved.
  // oxlint-disable-next-line react/no-array-index-key -- see above
  return parts.map((part, index) =>
    part.type === 'hard_break' ? <br key={index} /> : <span key={index}>{drawMarks(part.text, part.marks)}</span>,
  )
}

function drawMarks(text: string, marks: readonly Mark[] = []): ReactNode {
  return marks.reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'strong') return <strong>{inner}</strong>
    if (mark.type === 'em') return <em>{inner}</em>
    const href = mark.type === 'link' ? safeHref(mark.attrs.href) : null
    if (href === null) return inner
    if (!href.startsWith('/'))
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </a>
      )
    return isOpenable(href) ? <Link to={href}>{inner}</Link> : inner
  }, text)
}
