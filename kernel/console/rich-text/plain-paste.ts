import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { editorSchema } from './editor-schema.ts'

/** Longest text that is taken in at once. */
const MAX_PASTE = 20_000

/** Lines of a text as paragraphs. */
export function paragraphsOf(text: string): Node[] {
  return text
    .slice(0, MAX_PASTE)
    .split(/\r\n|\r|\n/)
    .map(line => editorSchema.node('paragraph', null, line === '' ? [] : [editorSchema.text(line)]))
}

/**
 * What is pasted or dropped comes as words alone. The editor's own way reads HTML, which the page's policy forbids, and which
 * would bring form along that these texts do not have.
 *
 * @returns whether the event has been dealt with
 */
export function takePlain(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  event.preventDefault()
  const text = data?.getData('text/plain') ?? ''
  if (text === '') return true
  const nodes = paragraphsOf(text)
  // One line stays in its paragraph; several keep the ends of the text open, so that they join what is around.
  view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(nodes), 1, 1)).scrollIntoView())
  return true
}
