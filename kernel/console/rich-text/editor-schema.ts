import { Schema } from 'prosemirror-model'
import { type RichText, safeHref } from '@wattyard/resource'

/** Schema of the editor: exactly the elements of a stored text, under the same names. */
export const editorSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', toDOM: () => ['p', 0] },
    heading: {
      attrs: { level: { default: 2 } },
      content: 'inline*',
      group: 'block',
      defining: true,
      toDOM: node => [node.attrs.level === 2 ? 'h3' : 'h4', 0],
    },
    bullet_list: { content: 'list_item+', group: 'block', toDOM: () => ['ul', 0] },
    ordered_list: { content: 'list_item+', group: 'block', toDOM: () => ['ol', 0] },
    list_item: { content: 'paragraph block*', defining: true, toDOM: () => ['li', 0] },
    blockquote: { content: 'block+', group: 'block', defining: true, toDOM: () => ['blockquote', 0] },
    horizontal_rule: { group: 'block', toDOM: () => ['hr'] },
    text: { group: 'inline' },
    hard_break: { inline: true, group: 'inline', selectable: false, toDOM: () => ['br'] },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      // Drawn as a link without a target, because a click in the editor places the cursor.
      toDOM: mark => ['a', { title: safeHref(mark.attrs.href) ?? '' }, 0],
    },
    em: { toDOM: () => ['em', 0] },
    strong: { toDOM: () => ['strong', 0] },
  },
})

/** Returns a stored text as the editor's document; an empty document when it does not fit the schema. */
export function toDocument(text: unknown) {
  const empty = () => editorSchema.node('doc', null, [editorSchema.node('paragraph')])
  if (typeof text !== 'object' || text === null) return empty()
  try {
    const doc = editorSchema.nodeFromJSON(text)
    doc.check()
    return doc
  } catch {
    return empty()
  }
}

/** Returns the editor's document as it is stored; null when it has no text. */
export function fromDocument(doc: ReturnType<typeof toDocument>): RichText | null {
  if (doc.textContent.trim() === '') return null
  return doc.toJSON() as RichText // the schema above allows only these shapes
}
