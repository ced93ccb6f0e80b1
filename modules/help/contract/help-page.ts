import { type Block, blockText, inlineText, parseMarkdown, piecesOf } from './markdown.ts'

/** A heading with what stands below it, up to the next heading. */
export interface HelpSection {
  /** Topic of its page, such as `zcgl`. */
  readonly topic: string
  /** The same in every language, so that an address survives a change of language. */
  readonly id: string
  readonly title: string
  readonly level: 1 | 2 | 3
  readonly blocks: readonly Block[]
  /** What it says below its heading. */
  readonly text: string
  /** What it prints in bold: names of buttons and fields, which people look for. */
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

/**
 * Returns a help page from its text. What stands before the first heading is left out: a page begins with its title.
 */
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

/** Routes and headings that a page leads to, as written. */
export function linksOf({ sections }: HelpPage): string[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap(block => piecesOf(block).flatMap(piece => (piece.kind === 'link' ? [piece.to] : []))),
  )
}
