import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Plugin } from 'prosemirror-state'
import { editorSchema } from './editor-schema.ts'

const { nodes, marks } = editorSchema
/**
 * Returns a part of the schema, which has all of them.
 * @throws Error when one is missing
 */
function must<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the editor lacks a part')
  return part
}
const [heading, paragraph, bullet, ordered, item, quote, rule, lineBreak] = [
  must(nodes.heading),
  must(nodes.paragraph),
  must(nodes.bullet_list),
  must(nodes.ordered_list),
  must(nodes.list_item),
  must(nodes.blockquote),
  must(nodes.horizontal_rule),
  must(nodes.hard_break),
]
export const [strong, em, link] = [must(marks.strong), must(marks.em), must(marks.link)]

const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(rule.create()).scrollIntoView())
  return true
}

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
  return true
})

/** Commands of the toolbar's buttons. */
export const COMMANDS = {
  strong: toggleMark(strong),
  em: toggleMark(em),
  heading: setBlockType(heading, { level: 2 }),
  subheading: setBlockType(heading, { level: 3 }),
  paragraph: setBlockType(paragraph),
  bullet: wrapInList(bullet),
  ordered: wrapInList(ordered),
  quote: wrapIn(quote),
  rule: insertRule,
  undo,
  redo,
} as const satisfies Readonly<Record<string, Command>>

/** Returns whether the selection has a format, so that its button looks pressed. */
export function isOn(state: EditorState, what: keyof typeof COMMANDS): boolean {
  const { $from, from, to, empty } = state.selection
  const hasMark = (mark: typeof strong) =>
    empty ? Boolean(mark.isInSet(state.storedMarks ?? $from.marks())) : state.doc.rangeHasMark(from, to, mark)
  switch (what) {
    case 'strong':
      return hasMark(strong)
    case 'em':
      return hasMark(em)
    case 'heading':
      return $from.parent.hasMarkup(heading, { level: 2 })
    case 'subheading':
      return $from.parent.hasMarkup(heading, { level: 3 })
    default:
      return false
  }
}

/** Returns the address of the link at the cursor; empty when there is none. */
export function linkAt(state: EditorState): string {
  const mark =
    link.isInSet(state.selection.$from.marks()) ?? link.isInSet(state.doc.nodeAt(state.selection.from)?.marks ?? [])
  return String(mark?.attrs.href ?? '')
}

/** Returns the plugins for keyboard shortcuts, for `# `, `- ` and `1. ` at the start of a line, and for undo. */
export function editorPlugins(): Plugin[] {
  return [
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{1,2})\s$/, heading, match => ({ level: match[1] === '#' ? 2 : 3 })),
        wrappingInputRule(/^\s*[-*]\s$/, bullet),
        wrappingInputRule(/^\d+\.\s$/, ordered),
        wrappingInputRule(/^\s*>\s$/, quote),
      ],
    }),
    keymap({
      'Mod-b': COMMANDS.strong,
      'Mod-i': COMMANDS.em,
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      Enter: splitListItem(item),
      'Shift-Enter': breakLine,
      'Mod-]': sinkListItem(item),
      'Mod-[': liftListItem(item),
    }),
    keymap(baseKeymap),
    history(),
  ]
}
