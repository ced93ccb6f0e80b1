import { type Block, blockText, inlineText, parseMarkdown, piecesOf } from './markdown.ts'

/** A heading with its content up to the next heading. */
export interface HelpSection {
  /** Topic of its page, such as `zcgl`. */
  readonly topic: string
  /** The same in every language, so that a link survives a change of language. */
  readonly id: string
  readonly title: string
  readonly level: 1 | 2 | 3
  readonly blocks: readonly Block[]
  /** Plain text below the heading. */
  readonly text: string
  /** Bold texts: names of buttons and fields, which people search for. */
  readonly names: readonly string[]
}

export interface HelpPage {
  readonly topic: string
  readonly title: string
  readonly sections: readonly HelpSection[]
}

function sectionOf(topic: string, title: Block & { kind: 'heading' }, blocks: readonly Block[]): HelpSection {
  return {
    topic,
    id: title.id,
    title: inlineText(title.text),
    level: title.level,
    blocks,
    text: blocks.map(blockText).join('\n'),
    names: blocks.flatMap(block => piecesOf(block).flatMap(piece => (piece.kind === 'strong' ? [piece.text] : []))),
  }
}

/** Parses a help page. Content before the first heading is dropped: a page begins with its title. */
export function helpPage(topic: string, markdown: string): HelpPage {
  const sections: HelpSection[] = []
  let title: (Block & { kind: 'heading' }) | null = null
  let below: Block[] = []
  const end = (): void => {
    if (title) sections.push(sectionOf(topic, title, below))
    below = []
  }
  for (const block of parseMarkdown(markdown)) {
    if (block.kind === 'heading') {
      end()
      title = block
    } else below.push(block)
  }
  end()
  return { topic, title: sections[0]?.title ?? topic, sections }
}

/** Returns the link targets of a page as written: routes and headings. */
export function linksOf({ sections }: HelpPage): string[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap(block => piecesOf(block).flatMap(piece => (piece.kind === 'link' ? [piece.to] : []))),
  )
}
