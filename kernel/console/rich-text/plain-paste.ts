import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { editorSchema } from './editor-schema.ts'

/** Largest number of characters of one paste. */
const MAX_PASTE = 20_000

/** Returns the lines of a text as paragraphs. */
export function paragraphsOf(text: string): Node[] {
  return text
    .slice(0, MAX_PASTE)
    .split(/\r\n|\r|\n/)
    .map(line => editorSchema.node('paragraph', null, line === '' ? [] : [editorSchema.text(line)]))
}

/**
 * Inserts pasted or dropped content as plain text. The editor's own handler parses HTML, which the page's security policy forbids
 * and which would bring formats that these texts do not have.
 * @returns true: the event has been handled
 */
export function takePlain(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  event.preventDefault()
  const text = data?.getData('text/plain') ?? ''
  if (text === '') return true
  const nodes = paragraphsOf(text)
  // The slice is open at both ends, so that its first and last line join the surrounding paragraphs.
  view.dispatch(view.state.tr.replaceSelection(new Slice(Fragment.from(nodes), 1, 1)).scrollIntoView())
  return true
}
